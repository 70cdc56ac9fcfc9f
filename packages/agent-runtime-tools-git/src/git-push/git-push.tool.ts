import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import type { Tool } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { branchParameter } from '../git-branch/branch-names.ts';
import { gitSettings } from '../git-options.ts';
import type { GitOptions } from '../git-options.ts';
import { rememberState } from '../repository/approved-state.ts';
import { repositoryParameter, writingCapabilities } from '../repository/parameters.ts';
import { version } from '../version.ts';
import { gitPush, planGitPush, pushState } from './git-push.ts';
import type { GitPushParams, GitPushValue } from './git-push.ts';

/** The `git_push` tool without the rest of the pack. */
export function gitPushTool(options: GitOptions = {}): Tool<'git_push', GitPushParams, GitPushValue> {
  const settings = gitSettings(options);
  return defineTool({
    name: 'git_push',
    description:
      'Pushes one branch to a remote. Refuses if the remote branch would lose commits, unless discard is set. Tags are not pushed.',
    version,
    parameters: Type.Object({
      repository: repositoryParameter,
      remote: Type.Optional(
        Type.String({
          description: 'The name of a remote, not an address. Default: the one of the upstream.',
          minLength: 1,
          maxLength: 250,
          pattern: '^[^-\\s\\u0000-\\u001f][^\\s\\u0000-\\u001f]*$',
          examples: ['origin'],
        }),
      ),
      branch: Type.Optional(branchParameter('The local branch. Default: the current one.')),
      to: Type.Optional(branchParameter('The branch of the remote. Default: the upstream, or the same name.')),
      setUpstream: Type.Optional(
        Type.Boolean({ description: 'Make the remote branch the upstream of the branch.', default: false }),
      ),
      discard: Type.Optional(
        Type.Boolean({
          description: 'Overwrite commits of the remote branch, if it is where the last fetch saw it.',
          default: false,
        }),
      ),
    }),
    output: Type.Object({
      repository: Type.String(),
      remote: Type.String(),
      addresses: Type.Array(Type.String()),
      branch: Type.String(),
      to: Type.String(),
      commit: Type.String(),
      previous: Type.Optional(Type.String({ description: 'The commit of the remote branch before.' })),
      result: Type.Enum(['updated', 'created', 'overwritten', 'up-to-date']),
      commits: Type.Array(
        Type.Object({ id: Type.String(), subject: Type.String(), author: Type.String(), date: Type.String() }),
      ),
      total: Type.Integer({ description: 'The number of commits that the remote did not have.' }),
      messages: Type.Optional(Type.String({ description: 'What the server printed.' })),
      undo: Type.String({ description: 'How to take it back.' }),
    }),
    capabilities: {
      ...writingCapabilities(settings),
      accessesNetwork: true,
      destructive: true,
      idempotent: false,
      retryable: false,
    },
    async requiresApproval(params, context) {
      await rememberState(params, () => pushState(params, { settings, context }));
      return true;
    },
    limits: settings.limits,
    resources: () => [allFilesResource('write')],
    dryRun: async (params, context) => ok(await planGitPush(params, { settings, context })),
    execute: async (params, context) => ok(await gitPush(params, { settings, context })),
    toModelOutput: (value) => [{ type: 'text', text: textOf(value).join('\n') }],
    preview: (result, maxLines) => (result.ok ? textOf(result.value) : [result.error.message]).slice(0, maxLines),
  });
}

function textOf({ remote, branch, to, result, commits, total, messages, undo }: GitPushValue): string[] {
  return [
    `${printable(branch)} -> ${printable(remote)}/${printable(to)}: ${result}, ${total} commits`,
    ...commits.map(({ id, subject, author }) => `${id.slice(0, 12)} ${printable(subject)} (${printable(author)})`),
    ...(total > commits.length ? [`[${total - commits.length} more]`] : []),
    ...(messages === undefined ? [] : messages.split('\n').map((line) => `remote: ${line}`)),
    `To take it back: ${undo}`,
  ];
}
