import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import type { Tool } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { commitSchema } from '../commits/commit-format.ts';
import { commitText } from '../commits/commit-text.ts';
import { gitSettings } from '../git-options.ts';
import type { GitOptions } from '../git-options.ts';
import {
  offsetParameter,
  pathsParameter,
  readingCapabilities,
  repositoryParameter,
  revisionParameter,
} from '../repository/parameters.ts';
import { previewText } from '../repository/preview-text.ts';
import { gitLog } from './git-log.ts';
import type { GitLogParams, GitLogValue } from './git-log.ts';
import { version } from '../version.ts';

/** The `git_log` tool without the rest of the pack. */
export function gitLogTool(options: GitOptions = {}): Tool<'git_log', GitLogParams, GitLogValue> {
  const settings = gitSettings(options);
  return defineTool({
    name: 'git_log',
    description:
      'Lists commits of a git repository, newest first, with author, date, message and parents. Filter by path, author, message or time; ' +
      'git_show has the changes of one commit.',
    version,
    parameters: Type.Object({
      repository: repositoryParameter,
      revision: Type.Optional(revisionParameter('The commit, branch or tag to start from. Default: HEAD.')),
      exclude: Type.Optional(
        revisionParameter('Leave out what this commit, branch or tag contains, as in exclude..revision.'),
      ),
      all: Type.Optional(Type.Boolean({ description: 'Start from all branches and tags.', default: false })),
      paths: pathsParameter,
      follow: Type.Optional(
        Type.Boolean({ description: 'Follow the one file of paths through renames.', default: false }),
      ),
      firstParent: Type.Optional(
        Type.Boolean({ description: 'Of a merge, follow only the branch that was merged into.', default: false }),
      ),
      author: text('Only authors whose name or address contains this text.'),
      message: text('Only commits whose message contains this text.'),
      changed: text('Only commits that added or removed this text.'),
      since: text('Only commits after this time, such as 2026-01-31 or "2 weeks ago".'),
      until: text('Only commits before this time.'),
      limit: Type.Optional(Type.Integer({ description: 'The most commits.', minimum: 1, maximum: 1000, default: 20 })),
      offset: offsetParameter('How many commits to skip.'),
    }),
    output: Type.Object({
      repository: Type.String(),
      commits: Type.Array(Type.Object(commitSchema)),
      truncated: Type.Boolean(),
      nextOffset: Type.Optional(Type.Integer()),
      notes: Type.Optional(Type.Array(Type.String())),
    }),
    capabilities: readingCapabilities,
    limits: settings.limits,
    resources: () => [allFilesResource('read')],
    execute: async (params, context) => ok(await gitLog(params, { settings, context })),
    toModelOutput: (value) => [{ type: 'text', text: logText(value) }],
    preview: (result, maxLines) =>
      result.ok
        ? previewText(`${result.value.commits.length} commits`, logText(result.value), maxLines)
        : [result.error.message],
  });
}

function text(description: string) {
  return Type.Optional(Type.String({ description, minLength: 1, maxLength: 1000, pattern: '^[^\\u0000]*$' }));
}

function logText({ commits, notes = [] }: GitLogValue): string {
  const found = commits.length === 0 && notes.length === 0 ? ['No commit was found.'] : commits.map(commitText);
  return [...found, ...notes.map((note) => `[${note}]`)].join('\n\n');
}
