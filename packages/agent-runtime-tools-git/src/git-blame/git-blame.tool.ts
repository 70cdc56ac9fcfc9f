import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import type { Tool } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { gitSettings } from '../git-options.ts';
import type { GitOptions } from '../git-options.ts';
import { readingCapabilities, repositoryParameter, revisionParameter } from '../repository/parameters.ts';
import { previewText } from '../repository/preview-text.ts';
import { gitBlame } from './git-blame.ts';
import type { GitBlameParams, GitBlameValue } from './git-blame.ts';
import { version } from '../version.ts';

/** The `git_blame` tool without the rest of the pack. */
export function gitBlameTool(options: GitOptions = {}): Tool<'git_blame', GitBlameParams, GitBlameValue> {
  const settings = gitSettings(options);
  return defineTool({
    name: 'git_blame',
    description: 'Shows for the lines of a file which commit changed them last, with its author, date and subject.',
    version,
    parameters: Type.Object({
      repository: repositoryParameter,
      path: Type.String({
        description: 'The file, relative to the workspace root.',
        minLength: 1,
        maxLength: 4096,
        examples: ['src/index.ts'],
      }),
      revision: Type.Optional(
        revisionParameter('Blame the file as it was in this commit. Default: the file as it is now.'),
      ),
      startLine: Type.Optional(
        Type.Integer({ description: 'The first line.', minimum: 1, maximum: 100_000_000, default: 1 }),
      ),
      limit: Type.Optional(Type.Integer({ description: 'The most lines.', minimum: 1, maximum: 10_000, default: 500 })),
      ignoreWhitespace: Type.Optional(
        Type.Boolean({ description: 'Ignore changes of blanks when looking for the commit.', default: false }),
      ),
    }),
    output: Type.Object({
      repository: Type.String(),
      path: Type.String(),
      hunks: Type.Array(
        Type.Object({
          startLine: Type.Integer(),
          endLine: Type.Integer(),
          commit: Type.Optional(Type.String({ description: 'Absent for lines that are not committed yet.' })),
          author: Type.String(),
          email: Type.String(),
          date: Type.String(),
          subject: Type.String(),
          from: Type.Optional(Type.String({ description: 'The path in that commit, if it was another one.' })),
          lines: Type.Array(Type.String()),
        }),
      ),
      truncated: Type.Boolean(),
      nextLine: Type.Optional(Type.Integer()),
      notes: Type.Optional(Type.Array(Type.String())),
    }),
    capabilities: readingCapabilities,
    limits: settings.limits,
    parameterAliases: { file: 'path', file_path: 'path', line: 'startLine' },
    resources: ({ path }) => [fileResource(path, 'read')],
    execute: async (params, context) => ok(await gitBlame(params, { settings, context })),
    toModelOutput: (value) => [{ type: 'text', text: blameText(value) }],
    preview: (result, maxLines) =>
      result.ok ? previewText(result.value.path, blameText(result.value), maxLines) : [result.error.message],
  });
}

/** Each group of lines below its commit. */
function blameText({ hunks, notes = [] }: GitBlameValue): string {
  const groups = hunks.map(({ commit, author, date, subject, startLine, lines }) => {
    const who =
      commit === undefined ? 'Not committed yet' : `${commit.slice(0, 12)} ${date.slice(0, 10)} ${author}: ${subject}`;
    return [printable(who), ...lines.map((line, index) => `${String(startLine + index).padStart(6)}\t${line}`)].join(
      '\n',
    );
  });
  return [...groups, ...notes.map((note) => `[${note}]`)].join('\n');
}
