import { defineTool, ok, Type } from '@ku0/agent-runtime-tools-core';
import type { Tool } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { commitSchema } from '../commits/commit-format.ts';
import { commitText } from '../commits/commit-text.ts';
import { diffParameters, diffValueSchema } from '../diff/diff-schema.ts';
import { diffText } from '../diff/diff-text.ts';
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
import { gitShow } from './git-show.ts';
import type { GitShowParams, GitShowValue } from './git-show.ts';
import { version } from '../version.ts';

/** The `git_show` tool without the rest of the pack. */
export function gitShowTool(options: GitOptions = {}): Tool<'git_show', GitShowParams, GitShowValue> {
  const settings = gitSettings(options);
  const { files, diff, total, added, removed, nextOffset, notes, truncated } = diffValueSchema;
  return defineTool({
    name: 'git_show',
    description:
      'Shows a commit of a git repository with its message and its changes as a unified diff, or with file the content of a file as it was ' +
      'in that commit. A merge is compared with the branch that was merged into.',
    version,
    parameters: Type.Object({
      repository: repositoryParameter,
      revision: Type.Optional(revisionParameter('The commit, branch or tag. Default: HEAD.')),
      file: Type.Optional(
        Type.String({
          description: 'Show this file as it was in the commit, instead of the changes.',
          minLength: 1,
          maxLength: 4096,
          examples: ['src/index.ts'],
        }),
      ),
      paths: pathsParameter,
      ...diffParameters,
      limit: Type.Optional(
        Type.Integer({
          description: 'The most changed files (default 300), or with file the most lines (default 2000).',
          minimum: 1,
          maximum: 20_000,
        }),
      ),
      offset: offsetParameter('How many changed files to skip, or with file how many lines.'),
    }),
    output: Type.Object({
      repository: Type.String(),
      commit: Type.Object(commitSchema),
      truncated,
      file: Type.Optional(
        Type.Object({
          path: Type.String(),
          content: Type.String(),
          size: Type.Integer(),
          totalLines: Type.Integer(),
          nextOffset: Type.Optional(Type.Integer()),
          executable: Type.Optional(Type.Literal(true)),
          link: Type.Optional(Type.Literal(true)),
        }),
      ),
      files: Type.Optional(files),
      diff: Type.Optional(diff),
      total: Type.Optional(total),
      added: Type.Optional(added),
      removed: Type.Optional(removed),
      nextOffset,
      notes,
    }),
    capabilities: readingCapabilities,
    limits: settings.limits,
    resources: () => [allFilesResource('read')],
    execute: async (params, context) => ok(await gitShow(params, { settings, context })),
    toModelOutput: (value) => [{ type: 'text', text: showText(value) }],
    preview: (result, maxLines) =>
      result.ok ? previewText(result.value.commit.subject, showText(result.value), maxLines) : [result.error.message],
  });
}

function showText({
  commit,
  file,
  files = [],
  diff = '',
  total = 0,
  added = 0,
  removed = 0,
  truncated,
  notes = [],
}: GitShowValue) {
  if (file === undefined)
    return `${commitText(commit)}\n\n${diffText({ files, diff, total, added, removed, truncated, notes })}`;
  const rest =
    file.nextOffset === undefined
      ? ''
      : `\n[${file.totalLines} lines in all: continue with offset: ${file.nextOffset}.]`;
  return file.content + rest;
}
