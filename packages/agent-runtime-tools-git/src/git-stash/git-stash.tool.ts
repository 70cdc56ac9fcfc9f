import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import type { Tool } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { gitSettings } from '../git-options.ts';
import type { GitOptions } from '../git-options.ts';
import { pathsParameter, repositoryParameter, writingCapabilities } from '../repository/parameters.ts';
import { version } from '../version.ts';
import { gitStash, planGitStash } from './git-stash.ts';
import type { GitStashParams, GitStashValue } from './git-stash.ts';

/** The `git_stash` tool without the rest of the pack. */
export function gitStashTool(options: GitOptions = {}): Tool<'git_stash', GitStashParams, GitStashValue> {
  const settings = gitSettings(options);
  return defineTool({
    name: 'git_stash',
    description:
      'Puts changes that are not committed into a stash (push), brings them back (apply keeps the stash, pop removes it), lists stashes, ' +
      'or throws one away (drop, only with discard).',
    version,
    parameters: Type.Object({
      repository: repositoryParameter,
      action: Type.Optional(
        Type.Enum(['list', 'push', 'apply', 'pop', 'drop'], { description: 'What to do.', default: 'list' }),
      ),
      message: Type.Optional(
        Type.String({ description: 'For push: what the changes are, in one line.', maxLength: 1000 }),
      ),
      paths: pathsParameter,
      includeUntracked: Type.Optional(
        Type.Boolean({ description: 'For push: also files that git does not know yet.', default: false }),
      ),
      keepStaged: Type.Optional(
        Type.Boolean({ description: 'For push: leave what is staged in the files.', default: false }),
      ),
      stash: Type.Optional(
        Type.Integer({
          description: 'For apply, pop and drop: the number in the list.',
          minimum: 0,
          maximum: 9999,
          default: 0,
        }),
      ),
      restoreStaged: Type.Optional(
        Type.Boolean({ description: 'For apply and pop: stage again what was staged.', default: false }),
      ),
      discard: Type.Optional(Type.Boolean({ description: 'For drop: throw the changes away.', default: false })),
      limit: Type.Optional(
        Type.Integer({ description: 'The most stashes of a list.', minimum: 1, maximum: 1000, default: 50 }),
      ),
    }),
    output: Type.Object({
      repository: Type.String(),
      stashes: Type.Array(
        Type.Object({ index: Type.Integer(), commit: Type.String(), message: Type.String(), date: Type.String() }),
      ),
      files: Type.Array(Type.String()),
      total: Type.Integer(),
      truncated: Type.Boolean(),
      conflicts: Type.Optional(Type.Array(Type.String({ description: 'A file that has conflict markers now.' }))),
      done: Type.Optional(Type.String()),
      undo: Type.Optional(Type.String({ description: 'How to take it back.' })),
      notes: Type.Optional(Type.Array(Type.String())),
    }),
    capabilities: { ...writingCapabilities(settings), destructive: true, idempotent: false, retryable: false },
    requiresApproval: true,
    limits: settings.limits,
    resources: () => [allFilesResource('write')],
    dryRun: async (params, context) => ok(await planGitStash(params, { settings, context })),
    execute: async (params, context) => ok(await gitStash(params, { settings, context })),
    toModelOutput: (value) => [{ type: 'text', text: textOf(value).join('\n') }],
    preview: (result, maxLines) => (result.ok ? textOf(result.value) : [result.error.message]).slice(0, maxLines),
  });
}

function textOf({ stashes, files, total, truncated, conflicts = [], done, undo, notes = [] }: GitStashValue): string[] {
  if (done === undefined)
    return [
      ...(stashes.length === 0 ? ['There are no stashes.'] : []),
      ...stashes.map(
        ({ index, commit, message, date }) => `${index}: ${commit.slice(0, 12)} ${date} ${printable(message)}`,
      ),
      ...(truncated ? ['[There are more stashes: set a higher limit.]'] : []),
    ];
  return [
    done,
    ...files.slice(0, 50).map((path) => printable(path)),
    ...(total > 50 ? [`[${total - 50} more]`] : []),
    ...conflicts.map((path) => `conflict: ${printable(path)}`),
    ...notes.map((note) => `[${note}]`),
    ...(undo === undefined ? [] : [`To take it back: ${undo}`]),
  ];
}
