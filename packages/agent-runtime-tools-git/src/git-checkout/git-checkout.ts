import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { DryRun } from '@ku0/agent-runtime-tools-core';
import { filterName } from '../config/override-config.ts';
import { gitErrors } from '../errors.ts';
import { currentBranch } from '../git-commit/git-commit.ts';
import { captureFiles } from '../repository/capture-files.ts';
import { changeRepository } from '../repository/change-repository.ts';
import { listNames } from '../repository/list-files.ts';
import { openRepository } from '../repository/repository.ts';
import type { GitCall, Repository } from '../repository/repository.ts';
import { findCommit } from '../repository/resolve-revision.ts';
import { planCheckout } from './plan-checkout.ts';
import type { CheckoutPlan, GitCheckoutParams } from './plan-checkout.ts';

export interface GitCheckoutValue {
  repository: string;
  /** Absent if HEAD is detached. */
  branch?: string;
  commit?: string;
  /** The files that were written or removed. */
  files: string[];
  total: number;
  truncated: boolean;
  /** Files with changes that were thrown away. */
  discarded?: string[];
  /** How to take it back. */
  undo: string;
  notes?: string[];
}

/** Checks out a branch, a commit or some files. Throws a ToolFailure. */
export async function gitCheckout(params: GitCheckoutParams, call: GitCall): Promise<GitCheckoutValue> {
  return changeRepository(call, params, async (repository) => {
    const plan = await planCheckout(params, repository, call.context);
    const captured =
      params.paths !== undefined && plan.files.length === 0
        ? { changeId: undefined, notes: [] }
        : await captureFiles(repository, plan.discarded, call.context, () => run(repository, plan));
    const branch = await currentBranch(repository);
    const commit = await findCommit(repository, 'HEAD');
    const names = plan.files.filter(({ path }) => !repository.isHidden(path)).map(({ path }) => repository.shown(path));
    const discarded = params.paths === undefined ? plan.discarded.map(({ path }) => repository.shown(path)) : [];
    const notes = [...captured.notes, ...filterNotes(repository, call)];
    const bringBack =
      captured.changeId === undefined ? [] : ['undo_change brings back the content that was overwritten.'];
    return {
      repository: repository.display,
      ...(branch !== undefined && { branch }),
      ...(commit !== undefined && { commit }),
      files: names.slice(0, MAX_FILES),
      total: names.length,
      truncated: names.length > MAX_FILES,
      ...(discarded.length > 0 && { discarded: discarded.slice(0, MAX_FILES) }),
      undo: [plan.undo, ...bringBack].filter(Boolean).join(' '),
      ...(notes.length > 0 && { notes }),
    };
  });
}

/** What the call would do. */
export async function planGitCheckout(params: GitCheckoutParams, call: GitCall): Promise<DryRun> {
  const repository = await openRepository(call, params);
  const { summary, files, discarded } = await planCheckout(params, repository, call.context);
  const names = files.filter(({ path }) => !repository.isHidden(path)).map(({ path }) => repository.shown(path));
  const lost = discarded.map(({ path }) => repository.shown(path));
  const changes = names.slice(0, MAX_PLANNED).map((target) => ({ kind: 'modify' as const, target }));
  return {
    summary: `Would ${summary}.`,
    changes: [...(params.paths === undefined ? [{ kind: 'modify' as const, target: '.git/HEAD' }] : []), ...changes],
    warnings: [
      ...(lost.length > 0 ? [`Changes that are not committed would be thrown away: ${listNames(lost)}.`] : []),
      ...(names.length > MAX_PLANNED ? [`${names.length - MAX_PLANNED} more files are not listed.`] : []),
      ...filterNotes(repository, call),
    ],
  };
}

const MAX_FILES = 1000;
const MAX_PLANNED = 200;

async function run(repository: Repository, { command, input }: CheckoutPlan): Promise<void> {
  const output = await repository.try(command, input === undefined ? {} : { input });
  if (output.exitCode === 0) return;
  if (/already checked out at|already used by worktree/.test(output.stderr))
    throw new ToolFailure(gitErrors.BRANCH_IN_USE({ message: 'The branch is checked out in another worktree.' }));
  const lost = /would be (?:overwritten|removed)[^\n]*\n((?:\t[^\n]+\n)+)/.exec(output.stderr)?.[1];
  if (lost !== undefined)
    throw new ToolFailure(
      gitErrors.WORK_WOULD_BE_LOST({
        message: `Changes that are not committed would be overwritten: ${listNames(lost.trim().split(/\n\t/))}.`,
      }),
    );
  throw repository.failure(output, 'checkout');
}

/** Names the filters that did not run. */
export function filterNotes(repository: Repository, { settings }: GitCall): string[] {
  const names = new Set(
    repository.config.flatMap(({ key }) => {
      const name = /\.(?:smudge|process)$/.test(key) ? filterName(key) : undefined;
      return name === undefined || settings.allowDrivers.includes(name) ? [] : [name];
    }),
  );
  return names.size === 0
    ? []
    : [`Filters are switched off (${listNames([...names])}): files that have one are written as they are stored.`];
}
