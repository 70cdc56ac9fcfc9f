import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import type { Tool } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { gitSettings } from '../git-options.ts';
import type { GitOptions } from '../git-options.ts';
import { repositoryParameter, revisionParameter, writingCapabilities } from '../repository/parameters.ts';
import { branchParameter } from './branch-names.ts';
import { gitBranch, planGitBranch } from './git-branch.ts';
import type { GitBranchParams, GitBranchValue } from './git-branch.ts';
import { version } from '../version.ts';

/** The `git_branch` tool without the rest of the pack. */
export function gitBranchTool(options: GitOptions = {}): Tool<'git_branch', GitBranchParams, GitBranchValue> {
  const settings = gitSettings(options);
  return defineTool({
    name: 'git_branch',
    description:
      'Lists, creates, renames or deletes branches. A new branch is not checked out: use git_checkout for that.',
    version,
    parameters: Type.Object({
      repository: repositoryParameter,
      action: Type.Optional(
        Type.Enum(['list', 'create', 'rename', 'delete'], { description: 'What to do.', default: 'list' }),
      ),
      name: Type.Optional(branchParameter('The branch to create, rename or delete.')),
      newName: Type.Optional(branchParameter('The new name, for rename.')),
      from: Type.Optional(revisionParameter('The commit where a new branch begins. Default: HEAD.')),
      discard: Type.Optional(
        Type.Boolean({ description: 'Delete also if the commits are on no other branch or tag.', default: false }),
      ),
      limit: Type.Optional(
        Type.Integer({ description: 'The most branches of a list.', minimum: 1, maximum: 5000, default: 200 }),
      ),
    }),
    output: Type.Object({
      repository: Type.String(),
      branches: Type.Array(
        Type.Object({
          name: Type.String(),
          commit: Type.String(),
          subject: Type.String(),
          current: Type.Boolean(),
          upstream: Type.Optional(Type.String()),
          remote: Type.Optional(Type.Literal(true)),
        }),
      ),
      truncated: Type.Boolean(),
      done: Type.Optional(Type.String()),
      undo: Type.Optional(Type.String({ description: 'How to take it back.' })),
      notes: Type.Optional(Type.Array(Type.String())),
    }),
    capabilities: { ...writingCapabilities(settings), destructive: true, idempotent: false, retryable: false },
    requiresApproval: true,
    limits: settings.limits,
    resources: () => [allFilesResource('write')],
    dryRun: async (params, context) => ok(await planGitBranch(params, { settings, context })),
    execute: async (params, context) => ok(await gitBranch(params, { settings, context })),
    toModelOutput: (value) => [{ type: 'text', text: textOf(value).join('\n') }],
    preview: (result, maxLines) => (result.ok ? textOf(result.value) : [result.error.message]).slice(0, maxLines),
  });
}

function textOf({ branches, truncated, done, undo, notes = [] }: GitBranchValue): string[] {
  if (done !== undefined) return [done, ...(undo === undefined ? [] : [`To take it back: ${undo}`])];
  return [
    ...(branches.length === 0 ? ['There are no branches yet.'] : []),
    ...branches.map(
      ({ name, commit, subject, current, upstream }) =>
        `${current ? '*' : ' '} ${printable(name)} ${commit.slice(0, 12)}${upstream === undefined ? '' : ` [${printable(upstream)}]`} ${printable(subject)}`,
    ),
    ...(truncated ? ['[There are more branches: set a higher limit.]'] : []),
    ...notes.map((note) => `[${note}]`),
  ];
}
