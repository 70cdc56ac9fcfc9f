import { printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { DryRun } from '@ku0/agent-runtime-tools-core';
import { COMMIT_FORMAT, parseCommits } from '../commits/commit-format.ts';
import type { Commit } from '../commits/commit-format.ts';
import { gitErrors } from '../errors.ts';
import { checkBranchName } from '../git-branch/branch-names.ts';
import { checkState } from '../repository/approved-state.ts';
import { changeRepository } from '../repository/change-repository.ts';
import { openRepository } from '../repository/repository.ts';
import type { GitCall, Repository } from '../repository/repository.ts';
import { maskCredentials } from '../run/mask-credentials.ts';
import type { GitOutput } from '../run/run-git.ts';
import { pushTarget } from './push-target.ts';
import type { PushChoice, PushTarget } from './push-target.ts';

export interface GitPushParams extends PushChoice {
  readonly repository?: string;
  readonly setUpstream?: boolean;
  readonly discard?: boolean;
}

export interface PushedCommit {
  id: string;
  subject: string;
  author: string;
  date: string;
}

export interface GitPushValue {
  repository: string;
  remote: string;
  /** Without passwords. */
  addresses: string[];
  branch: string;
  to: string;
  commit: string;
  /** The commit of the remote branch before; absent if the branch is new or was not known. */
  previous?: string;
  result: 'updated' | 'created' | 'overwritten' | 'up-to-date';
  commits: PushedCommit[];
  total: number;
  /** What the server printed. */
  messages?: string;
  /** How to take it back. */
  undo: string;
}

/** Pushes one branch. Throws a ToolFailure. */
export async function gitPush(params: GitPushParams, call: GitCall): Promise<GitPushValue> {
  return changeRepository(call, params, async (repository) => {
    const plan = await planPush(params, call, repository);
    const { remote, addresses, branch, commit, to, known } = plan.target;
    checkState(params, plan.state);
    const output = await repository.try(
      [
        'push',
        '--porcelain',
        '--no-progress',
        '--no-signed',
        '--no-follow-tags',
        '--recurse-submodules=no',
        '--receive-pack=git-receive-pack',
        ...(call.settings.allowHooks ? [] : ['--no-verify']),
        ...(params.setUpstream === true ? ['--set-upstream'] : []),
        // Only if the remote branch is where it was when the call was approved.
        ...(params.discard === true ? [`--force-with-lease=refs/heads/${to}:${known ?? ''}`] : []),
        '--end-of-options',
        remote,
        // By name, so that the upstream can be set; that it is at the approved commit was checked just now.
        `refs/heads/${branch}:refs/heads/${to}`,
      ],
      { env: { GIT_ALLOW_PROTOCOL: call.settings.pushProtocols.join(':') } },
    );
    const flag = /^([ +\-*=!])\t[^\t]*\t(.*)$/m.exec(output.stdout.toString('utf8'));
    if (output.exitCode !== 0) throw pushFailure(output, flag?.[2], repository);
    const result = RESULTS[flag?.[1] ?? ' '] ?? 'updated';
    const messages = messagesOf(output);
    return {
      repository: repository.display,
      remote,
      addresses: addresses.map(maskCredentials),
      branch,
      to,
      commit,
      ...(known !== undefined && { previous: known }),
      result,
      commits: plan.commits.slice(0, MAX_COMMITS).map(shortCommit),
      total: plan.total,
      ...(messages !== '' && { messages }),
      undo: undoText(plan.target, result),
    };
  });
}

/** What the call would push. Opens no connection: the state of the remote is the one of the last fetch or push. */
export async function planGitPush(params: GitPushParams, call: GitCall): Promise<DryRun> {
  const repository = await openRepository(call, params);
  const { target, commits, total, removed } = await planPush(params, call, repository);
  const { remote, addresses, branch, commit, to, known } = target;
  const places = addresses.map((address) => printable(maskCredentials(address))).join(', ');
  const shown = commits.slice(0, MAX_COMMITS);
  const lines = shown.map(
    ({ id, subject, author }) => `${id.slice(0, 12)} ${printable(subject)} (${printable(author.name)})`,
  );
  return {
    summary: `Would push ${branch} (${commit.slice(0, 12)}) to ${to} of ${remote} at ${places}: ${total} ${total === 1 ? 'commit' : 'commits'}${known === undefined ? ', a new branch as far as is known' : ''}.`,
    changes: [
      { kind: 'send', target: `${places} ${to}` },
      ...lines.map((line) => ({ kind: 'send' as const, target: line })),
    ],
    warnings: [
      ...(total > shown.length ? [`${total - shown.length} more commits are not listed.`] : []),
      ...(removed.length > 0
        ? [
            `The remote branch would lose: ${removed.map(({ id, subject }) => `${id.slice(0, 12)} ${printable(subject)}`).join('; ')}.`,
          ]
        : []),
      'What the remote has is as of the last fetch or push.',
    ],
  };
}

/** What a person sees of the call when it is approved. */
export async function pushState(params: GitPushParams, call: GitCall): Promise<string> {
  return (await planPush(params, call, await openRepository(call, params))).state;
}

const MAX_COMMITS = 50;
const MAX_MESSAGE_CHARS = 2000;

interface PushPlan {
  readonly target: PushTarget;
  /** Commits that the remote does not have, newest first. */
  readonly commits: readonly Commit[];
  readonly total: number;
  /** Commits that only the remote branch has. */
  readonly removed: readonly Commit[];
  readonly state: string;
}

async function planPush(params: GitPushParams, { settings }: GitCall, repository: Repository): Promise<PushPlan> {
  const target = await pushTarget(params, repository, settings.pushProtocols);
  await checkBranchName(repository, target.to);
  const { remote, commit, known, addresses } = target;
  const without = known === undefined ? [`--remotes=${remote}`] : [known];
  const commits = await commitsBetween(repository, [commit, '--not', ...without]);
  const counted = await repository.run(['rev-list', '--count', commit, '--not', ...without, '--']);
  const removed = known === undefined ? [] : await commitsBetween(repository, [known, '--not', commit]);
  if (removed.length > 0 && params.discard !== true)
    throw new ToolFailure(
      gitErrors.WORK_WOULD_BE_LOST({
        message: `The branch ${printable(target.to)} of ${printable(remote)} has commits that ${printable(target.branch)} does not have: ${removed
          .slice(0, 20)
          .map(({ id, subject }) => `${id.slice(0, 12)} ${printable(subject)}`)
          .join('; ')}.`,
        suggestion: 'Merge or rebase onto them first, or set discard: true to overwrite them.',
        details: { commits: removed.map(({ id }) => id) },
      }),
    );
  return {
    target,
    commits,
    total: Number(counted.stdout.toString('latin1').trim()),
    removed,
    state: JSON.stringify([addresses, target.branch, commit, target.to, known]),
  };
}

async function commitsBetween(repository: Repository, range: readonly string[]): Promise<Commit[]> {
  const args = ['log', ...COMMIT_FORMAT, '--no-patch', `--max-count=${MAX_COMMITS}`, ...range, '--'];
  return parseCommits((await repository.run(args)).stdout);
}

function shortCommit({ id, subject, author }: Commit): PushedCommit {
  return { id, subject, author: author.name, date: author.date };
}

const RESULTS: Readonly<Record<string, GitPushValue['result']>> = {
  ' ': 'updated',
  '*': 'created',
  '+': 'overwritten',
  '=': 'up-to-date',
};

/** The lines of the server: hints, and addresses for a pull request. */
function messagesOf({ stderr }: GitOutput): string {
  const lines = stderr.split('\n').flatMap((line) => /^remote: ?(.*)$/.exec(line)?.[1]?.trimEnd() ?? []);
  const text = printable(maskCredentials(lines.join('\n').trim()), { multiline: true });
  return text.slice(0, MAX_MESSAGE_CHARS);
}

function pushFailure(output: GitOutput, summary: string | undefined, repository: Repository): ToolFailure {
  const { stderr } = output;
  if (summary !== undefined && /rejected|stale info|remote failure/.test(summary))
    return new ToolFailure(
      gitErrors.PUSH_REJECTED({
        message:
          `The remote did not take the branch: ${printable(maskCredentials(summary))}. ${messagesOf(output)}`.trim(),
      }),
    );
  const lines = maskCredentials(stderr).split('\n');
  if (stderr.includes(UNKNOWN_HOST))
    return new ToolFailure(
      gitErrors.AUTHENTICATION_FAILED({
        message: 'ssh does not know the key of the remote, or another key than it knows.',
        suggestion: 'Ask the person to connect to the host once with ssh and to compare its key.',
      }),
    );
  const reason = lines.find((line) => AUTHENTICATION.test(line));
  if (reason !== undefined)
    return new ToolFailure(
      gitErrors.AUTHENTICATION_FAILED({ message: `The remote wants to know who is pushing: ${printable(reason)}` }),
    );
  return repository.failure(output, 'push');
}

const AUTHENTICATION =
  /could not read (?:Username|Password)|Authentication failed|Permission denied \(|terminal prompts disabled/;

const UNKNOWN_HOST = 'Host key verification failed';

function undoText({ remote, branch, to, commit, known }: PushTarget, result: GitPushValue['result']): string {
  if (result === 'up-to-date') return 'Nothing was changed.';
  const lease = `--force-with-lease=${to}:${commit}`;
  return known === undefined || result === 'created'
    ? `Run \`git push ${lease} ${remote} --delete ${to}\`: the branch ${printable(branch)} stays here.`
    : `Run \`git push ${lease} ${remote} ${known}:refs/heads/${to}\`. Others may have fetched the commits already.`;
}
