import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { workspaceErrors } from '@ku0/agent-runtime-tools-workspace';
import { COMMIT_FORMAT, parseCommits } from '../commits/commit-format.ts';
import type { Commit } from '../commits/commit-format.ts';
import { readDiff } from '../diff/read-diff.ts';
import type { DiffValue } from '../diff/read-diff.ts';
import { gitErrors } from '../errors.ts';
import { openRepository, repositoryPath } from '../repository/repository.ts';
import type { GitCall } from '../repository/repository.ts';
import { emptyTree, resolveRevision } from '../repository/resolve-revision.ts';
import { readFileAt } from './read-file-at.ts';
import type { FileAtCommit } from './read-file-at.ts';

export interface GitShowParams {
  readonly repository?: string;
  readonly revision?: string;
  readonly file?: string;
  readonly offset?: number;
  readonly paths?: readonly string[];
  readonly contextLines?: number;
  readonly patch?: boolean;
  readonly limit?: number;
}

export interface GitShowValue extends Partial<DiffValue> {
  repository: string;
  commit: Commit;
  truncated: boolean;
  /** With `file`: the file as it was in the commit. */
  file?: FileAtCommit;
}

/** A commit with its changes, or a file as it was in a commit. Throws a ToolFailure. */
export async function gitShow(params: GitShowParams, call: GitCall): Promise<GitShowValue> {
  const { revision = 'HEAD', offset = 0 } = params;
  const repository = await openRepository(call, params);
  const id = await resolveRevision(repository, revision);
  const printed = await repository.run(['log', ...COMMIT_FORMAT, '--max-count=1', '--no-walk', '--no-patch', id, '--']);
  const commit = parseCommits(printed.stdout)[0];
  if (commit === undefined) throw new ToolFailure(gitErrors.UNKNOWN_REVISION());
  const head = { repository: repository.display, commit };
  if (params.file !== undefined) {
    const path = await repositoryPath(params.file, repository, call.context);
    if (path === '') throw new ToolFailure(workspaceErrors.IS_DIRECTORY({ message: `${params.file} is a folder.` }));
    const file = await readFileAt(repository, {
      commit: id,
      path,
      offset,
      ...(params.limit !== undefined && { limit: params.limit }),
    });
    return { ...head, file, truncated: file.nextOffset !== undefined };
  }
  const paths: string[] = [];
  for (const path of params.paths ?? []) paths.push(await repositoryPath(path, repository, call.context));
  const { contextLines, patch, limit } = params;
  const diff = await readDiff(repository, {
    // A merge is compared with the branch that was merged into.
    range: [commit.parents[0] ?? (await emptyTree(repository)), id],
    paths,
    offset,
    ...(contextLines !== undefined && { contextLines }),
    ...(patch !== undefined && { patch }),
    ...(limit !== undefined && { limit }),
  });
  return { ...head, ...diff };
}
