import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import type { Tool } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { branchParameter } from '../git-branch/branch-names.ts';
import { gitSettings } from '../git-options.ts';
import type { GitOptions } from '../git-options.ts';
import {
  pathsParameter,
  repositoryParameter,
  revisionParameter,
  writingCapabilities,
} from '../repository/parameters.ts';
import { version } from '../version.ts';
import { gitCheckout, planGitCheckout } from './git-checkout.ts';
import type { GitCheckoutValue } from './git-checkout.ts';
import type { GitCheckoutParams } from './plan-checkout.ts';

/** The `git_checkout` tool without the rest of the pack. */
export function gitCheckoutTool(options: GitOptions = {}): Tool<'git_checkout', GitCheckoutParams, GitCheckoutValue> {
  const settings = gitSettings(options);
  return defineTool({
    name: 'git_checkout',
    description:
      'Checks out a branch (branch), a new branch (create), a commit (revision, which detaches HEAD), or single files from the index or a ' +
      'commit (paths). Refuses and names the files if changes that are not committed would be lost, unless discard is set.',
    version,
    parameters: Type.Object({
      repository: repositoryParameter,
      branch: Type.Optional(branchParameter('An existing local branch.')),
      create: Type.Optional(branchParameter('The name of a new branch, which begins at from.')),
      revision: Type.Optional(revisionParameter('A commit or tag, to look at without a branch.')),
      paths: pathsParameter,
      from: Type.Optional(
        revisionParameter(
          'For create: where the branch begins, default HEAD. For paths: the commit, default the index.',
        ),
      ),
      discard: Type.Optional(
        Type.Boolean({ description: 'Throw away changes that are not committed.', default: false }),
      ),
    }),
    output: Type.Object({
      repository: Type.String(),
      branch: Type.Optional(Type.String({ description: 'Absent if HEAD is detached.' })),
      commit: Type.Optional(Type.String()),
      files: Type.Array(Type.String({ description: 'A file that was written or removed.' })),
      total: Type.Integer(),
      truncated: Type.Boolean(),
      discarded: Type.Optional(Type.Array(Type.String({ description: 'A file with changes that were thrown away.' }))),
      undo: Type.String({ description: 'How to take it back.' }),
      notes: Type.Optional(Type.Array(Type.String())),
    }),
    capabilities: { ...writingCapabilities(settings), destructive: true, idempotent: false, retryable: false },
    requiresApproval: true,
    limits: settings.limits,
    resources: () => [allFilesResource('write')],
    dryRun: async (params, context) => ok(await planGitCheckout(params, { settings, context })),
    execute: async (params, context) => ok(await gitCheckout(params, { settings, context })),
    toModelOutput: (value) => [{ type: 'text', text: textOf(value).join('\n') }],
    preview: (result, maxLines) => (result.ok ? textOf(result.value) : [result.error.message]).slice(0, maxLines),
  });
}

function textOf({ branch, commit, files, total, discarded = [], undo, notes = [] }: GitCheckoutValue): string[] {
  const at = commit === undefined ? ', no commits yet' : ` at ${commit.slice(0, 12)}`;
  return [
    `${branch === undefined ? 'HEAD is detached' : `On branch ${printable(branch)}`}${at}. ${total} files changed.`,
    ...files.slice(0, 50).map((path) => printable(path)),
    ...(total > 50 ? [`[${total - 50} more]`] : []),
    ...discarded.slice(0, 50).map((path) => `Changes thrown away: ${printable(path)}`),
    ...notes.map((note) => `[${note}]`),
    `To take it back: ${undo}`,
  ];
}
