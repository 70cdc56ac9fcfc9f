import { coreErrors, printable, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { DryRun } from '@ku0/agent-runtime-tools-core';
import { COMMIT_FORMAT, parseCommits } from '../commits/commit-format.ts';
import { gitErrors } from '../errors.ts';
import { changeRepository } from '../repository/change-repository.ts';
import { openRepository } from '../repository/repository.ts';
import type { GitCall, Repository } from '../repository/repository.ts';
import { resolveRevision } from '../repository/resolve-revision.ts';
import { checkFree, existingBranch } from './branch-names.ts';
import { listBranches } from './list-branches.ts';
import type { Branch } from './list-branches.ts';

export interface GitBranchParams {
  readonly repository?: string;
  readonly action?: 'list' | 'create' | 'rename' | 'delete';
  readonly name?: string;
  readonly newName?: string;
  readonly from?: string;
  readonly discard?: boolean;
  readonly limit?: number;
}

export interface GitBranchValue {
  repository: string;
  /** The branches of a list; otherwise the one that was created or renamed. */
  branches: Branch[];
  truncated: boolean;
  /** What was done; absent for a list. */
  done?: string;
  /** How to take it back; absent for a list. */
  undo?: string;
  notes?: string[];
}

/** Lists, creates, renames or deletes branches. Throws a ToolFailure. */
export async function gitBranch(params: GitBranchParams, call: GitCall): Promise<GitBranchValue> {
  const { action = 'list', limit = 200 } = params;
  if (action === 'list') {
    const repository = await openRepository(call, params);
    return { repository: repository.display, ...(await listBranches(repository, limit)) };
  }
  return changeRepository(call, params, async (repository) => {
    const plan = await planStep(params, repository);
    const output = await repository.try(plan.command);
    if (output.exitCode !== 0) {
      if (/checked out at|used by worktree/.test(output.stderr))
        throw new ToolFailure(gitErrors.BRANCH_IN_USE({ message: `The branch ${plan.name} is checked out.` }));
      throw repository.failure(output, 'branch');
    }
    const { branches } = await listBranches(repository, 1, plan.result);
    return { repository: repository.display, branches, truncated: false, done: plan.done, undo: plan.undo };
  });
}

/** What the call would do. */
export async function planGitBranch(params: GitBranchParams, call: GitCall): Promise<DryRun> {
  const { action = 'list' } = params;
  if (action === 'list') return { summary: 'Would list the branches.', changes: [] };
  const repository = await openRepository(call, params);
  const { kind, name, done, warnings } = await planStep(params, repository);
  return {
    summary: `Would have this result: ${done}`,
    changes: [{ kind, target: `branch ${name}` }],
    ...(warnings.length > 0 && { warnings }),
  };
}

interface Step {
  readonly kind: 'create' | 'move' | 'delete';
  readonly name: string;
  readonly command: readonly string[];
  /** The branch that there is afterwards. */
  readonly result: string;
  readonly done: string;
  readonly undo: string;
  readonly warnings: readonly string[];
}

async function planStep(params: GitBranchParams, repository: Repository): Promise<Step> {
  const { action, name, newName, from = 'HEAD' } = params;
  if (name === undefined) throw invalid(`${action} needs name.`);
  if (action === 'rename') {
    if (newName === undefined) throw invalid('rename needs newName.');
    await existingBranch(repository, name);
    await checkFree(repository, newName);
    return {
      kind: 'move',
      name,
      command: ['branch', '--move', '--end-of-options', name, newName],
      result: newName,
      done: `The branch ${printable(name)} is called ${printable(newName)}.`,
      undo: `Call git_branch with action: rename, name: ${printable(newName)} and newName: ${printable(name)}.`,
      warnings: [],
    };
  }
  if (action === 'delete') return planDelete(repository, name, params.discard ?? false);
  await checkFree(repository, name);
  const id = await resolveRevision(repository, from);
  return {
    kind: 'create',
    name,
    command: ['branch', '--no-track', '--end-of-options', name, id],
    result: name,
    done: `The branch ${printable(name)} begins at ${id.slice(0, 12)}. It is not checked out.`,
    undo: `Call git_branch with action: delete and name: ${printable(name)}.`,
    warnings: [],
  };
}

/** A branch with commits that nothing else has is deleted only on request. */
async function planDelete(repository: Repository, name: string, discard: boolean): Promise<Step> {
  const id = await existingBranch(repository, name);
  const printed = await repository.run([
    'log',
    ...COMMIT_FORMAT,
    '--no-patch',
    `--max-count=${MAX_COMMITS + 1}`,
    id,
    '--not',
    `--exclude=refs/heads/${name}`,
    '--all',
    '--',
  ]);
  const lost = parseCommits(printed.stdout);
  const lines = lost.slice(0, MAX_COMMITS).map((commit) => `${commit.id.slice(0, 12)} ${printable(commit.subject)}`);
  const count = lost.length > MAX_COMMITS ? `more than ${MAX_COMMITS}` : String(lost.length);
  if (lost.length > 0 && !discard)
    throw new ToolFailure(
      gitErrors.WORK_WOULD_BE_LOST({
        message: `The branch ${printable(name)} has ${count} commits that no other branch or tag has: ${lines.join('; ')}.`,
        suggestion: 'Merge the branch first, or set discard: true if the person does not need these commits.',
        details: { commits: lost.slice(0, MAX_COMMITS).map((commit) => commit.id) },
      }),
    );
  return {
    kind: 'delete',
    name,
    command: ['branch', '--delete', '--force', '--end-of-options', name],
    result: name,
    done: `The branch ${printable(name)}, which was at ${id.slice(0, 12)}, does not exist any more.`,
    undo: `Call git_branch with action: create, name: ${printable(name)} and from: ${id}.`,
    warnings: lines.length > 0 ? [`No other branch or tag has these commits: ${lines.join('; ')}.`] : [],
  };
}

const MAX_COMMITS = 20;

function invalid(message: string): ToolFailure {
  return new ToolFailure(coreErrors.VALIDATION_ERROR({ message }));
}
