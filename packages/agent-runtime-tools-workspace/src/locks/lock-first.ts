import type { OpenWorkspace } from '../open-workspace.ts';
import type { TransactionOptions } from '../workspace.ts';
import type { FileLock } from './file-locks.ts';

/** Locks what a transaction names, before its body runs. */
export async function lockFirst(
  { resolver, locks }: Pick<OpenWorkspace, 'resolver' | 'locks'>,
  { lock, lockTimeoutMs, signal }: TransactionOptions,
): Promise<{ paths: string[]; lock: FileLock | undefined }> {
  if (lock === undefined || lock.length === 0) return { paths: [], lock: undefined };
  const wanted = lock.map((path) => resolver.resolve(path, { access: 'write', allowProtected: true }));
  const paths = (await Promise.all(wanted)).map((file) => file.path);
  const options = {
    ...(lockTimeoutMs !== undefined && { timeoutMs: lockTimeoutMs }),
    ...(signal !== undefined && { signal }),
  };
  return { paths, lock: await locks.acquire(paths, options) };
}
