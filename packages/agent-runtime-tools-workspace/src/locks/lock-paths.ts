import type { TransactionPaths } from '../transaction/stage/transaction-paths.ts';
import type { TransactionOptions } from '../workspace.ts';
import type { FileLock, FileLocks } from './file-locks.ts';

/** Locks the paths that a transaction names, before its body runs. */
export async function lockPaths(
  locks: FileLocks,
  paths: TransactionPaths,
  { lock = [], lockTimeoutMs, signal }: TransactionOptions,
): Promise<{ paths: string[]; lock: FileLock | undefined }> {
  if (lock.length === 0) return { paths: [], lock: undefined };
  const files = await Promise.all(lock.map((path) => paths.resolve(path, { access: 'write', allowProtected: true })));
  const locked = files.map((file) => file.path);
  const options = {
    ...(lockTimeoutMs !== undefined && { timeoutMs: lockTimeoutMs }),
    ...(signal !== undefined && { signal }),
  };
  return { paths: locked, lock: await locks.acquire(locked, options) };
}
