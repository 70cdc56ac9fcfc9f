import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import type { Tool } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { commitSchema } from '../commits/commit-format.ts';
import { diffValueSchema } from '../diff/diff-schema.ts';
import { gitSettings } from '../git-options.ts';
import type { GitOptions } from '../git-options.ts';
import { rememberState } from '../repository/approved-state.ts';
import { repositoryParameter, writingCapabilities } from '../repository/parameters.ts';
import { commitState, gitCommit, planGitCommit } from './git-commit.ts';
import type { GitCommitParams, GitCommitValue } from './git-commit.ts';
import { version } from '../version.ts';

/** The `git_commit` tool without the rest of the pack. */
export function gitCommitTool(options: GitOptions = {}): Tool<'git_commit', GitCommitParams, GitCommitValue> {
  const settings = gitSettings(options);
  const { files, total, added, removed, notes } = diffValueSchema;
  return defineTool({
    name: 'git_commit',
    description:
      'Commits what is staged (see git_add) to the current branch. Also concludes a merge whose conflicts are resolved.',
    version,
    parameters: Type.Object({
      repository: repositoryParameter,
      message: Type.String({
        description: 'The message: one line that sums up the change, then, after a blank line, why.',
        minLength: 1,
        maxLength: 100_000,
        pattern: '\\S',
        examples: ['Parser: accept trailing commas'],
      }),
      amend: Type.Optional(
        Type.Boolean({
          description: 'Replace the last commit. Do not use it for a commit that others have.',
          default: false,
        }),
      ),
      allowEmpty: Type.Optional(Type.Boolean({ description: 'Also commit if nothing is staged.', default: false })),
    }),
    output: Type.Object({
      repository: Type.String(),
      commit: Type.Object(commitSchema),
      branch: Type.Optional(Type.String({ description: 'Absent if HEAD is detached.' })),
      previous: Type.Optional(Type.String({ description: 'The commit before it, or the one that was replaced.' })),
      files,
      total,
      added,
      removed,
      undo: Type.String({ description: 'How to take it back.' }),
      notes,
    }),
    capabilities: { ...writingCapabilities(settings), idempotent: false, retryable: false },
    async requiresApproval(params, context) {
      await rememberState(params, () => commitState(params, { settings, context }));
      return true;
    },
    limits: settings.limits,
    resources: () => [allFilesResource('write')],
    dryRun: async (params, context) => ok(await planGitCommit(params, { settings, context })),
    execute: async (params, context) => ok(await gitCommit(params, { settings, context })),
    toModelOutput: (value) => [{ type: 'text', text: textOf(value).join('\n') }],
    preview: (result, maxLines) => (result.ok ? textOf(result.value) : [result.error.message]).slice(0, maxLines),
  });
}

function textOf({ commit, branch, files, total, added, removed, undo, notes = [] }: GitCommitValue): string[] {
  const where = branch === undefined ? 'HEAD is detached' : printable(branch);
  return [
    `commit ${commit.id} (${where}): ${printable(commit.subject)}`,
    `${total} ${total === 1 ? 'file' : 'files'}, +${added} -${removed}`,
    ...files.slice(0, 50).map(({ path, status }) => `${status}: ${printable(path)}`),
    ...(total > 50 ? [`[${total - 50} more]`] : []),
    ...notes.map((note) => `[${note}]`),
    `To take it back: ${undo}`,
  ];
}
