import { join } from 'node:path';
import { isWithin } from './check-location.ts';
import { openRepository } from './repository.ts';
import type { GitCall, OpenOptions, Repository } from './repository.ts';

/** Opens a repository for a change. One call at a time; a repository in a read-only root is refused. */
export async function changeRepository<T>(
  call: GitCall,
  options: OpenOptions,
  work: (repository: Repository) => Promise<T>,
): Promise<T> {
  const repository = await openRepository(call, options);
  const { folder, gitDir, workspace } = repository;
  // In a linked worktree and in a submodule, `.git` is a file and the data lies elsewhere.
  const path = isWithin(folder, gitDir) ? join(gitDir, 'index') : join(folder, '.git');
  const lock = await workspace.lock(path, { signal: call.context.signal });
  try {
    return await work(repository);
  } finally {
    await lock.release();
  }
}
