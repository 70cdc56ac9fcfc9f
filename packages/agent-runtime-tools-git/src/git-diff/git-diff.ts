import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { gitErrors } from '../errors.ts';
import { readDiff } from '../diff/read-diff.ts';
import type { DiffValue } from '../diff/read-diff.ts';
import { openRepository, repositoryPath } from '../repository/repository.ts';
import type { GitCall, Repository } from '../repository/repository.ts';
import { emptyTree, findCommit, resolveRevision } from '../repository/resolve-revision.ts';

export interface GitDiffParams {
  readonly repository?: string;
  readonly staged?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly mergeBase?: boolean;
  readonly paths?: readonly string[];
  readonly contextLines?: number;
  readonly ignoreWhitespace?: boolean;
  readonly patch?: boolean;
  readonly limit?: number;
  readonly offset?: number;
}

export interface GitDiffValue extends DiffValue {
  repository: string;
  /** What is compared, such as 'index' and 'working files'. */
  from: string;
  to: string;
}

/** The difference between commits, the index and the working files. Throws a ToolFailure. */
export async function gitDiff(params: GitDiffParams, call: GitCall): Promise<GitDiffValue> {
  const repository = await openRepository(call, params);
  const sides = await compared(params, repository);
  const paths: string[] = [];
  for (const path of params.paths ?? []) paths.push(await repositoryPath(path, repository, call.context));
  const { repository: _, from: _from, to: _to, paths: _paths, ...request } = params;
  const value = await readDiff(repository, { ...request, paths, range: sides.range });
  return { repository: repository.display, from: sides.from, to: sides.to, ...value };
}

interface Sides {
  readonly range: readonly string[];
  readonly from: string;
  readonly to: string;
}

async function compared(
  { staged = false, from, to, mergeBase = false }: GitDiffParams,
  repository: Repository,
): Promise<Sides> {
  if (from === undefined && to !== undefined) throw invalid('to needs from.');
  if (mergeBase && (from === undefined || to === undefined)) throw invalid('mergeBase needs from and to.');
  if (staged && to !== undefined) throw invalid('staged compares a commit with the index: give from, without to.');
  if (from === undefined) {
    if (!staged) return { range: [], from: 'index', to: 'working files' };
    const head = await findCommit(repository, 'HEAD');
    return { range: ['--cached', head ?? (await emptyTree(repository))], from: head ?? 'nothing', to: 'index' };
  }
  const start = await resolveRevision(repository, from);
  if (staged) return { range: ['--cached', start], from: start, to: 'index' };
  if (to === undefined) return { range: [start], from: start, to: 'working files' };
  const end = await resolveRevision(repository, to);
  const base = mergeBase ? await mergeBaseOf(repository, start, end) : start;
  return { range: [base, end], from: base, to: end };
}

async function mergeBaseOf(repository: Repository, a: string, b: string): Promise<string> {
  const { stdout, exitCode } = await repository.try(['merge-base', a, b]);
  const id = stdout.toString('latin1').trim();
  if (exitCode === 0 && id !== '') return id;
  throw new ToolFailure(gitErrors.UNKNOWN_REVISION({ message: 'The two commits have no common ancestor.' }));
}

function invalid(message: string): ToolFailure {
  return new ToolFailure(coreErrors.VALIDATION_ERROR({ message }));
}
