import { utimes } from 'node:fs/promises';

/** Sets the time of a file at most once a day, so that `purgeMcpState` knows that it is still in use. Never rejects. */
export async function markUsed(path: string, { mtimeMs }: { readonly mtimeMs: number }): Promise<void> {
  const now = Date.now();
  if (now - mtimeMs < DAY_MS) return;
  // It may be on a disk that cannot be written now; it only looks older than it is then.
  await utimes(path, now / 1000, now / 1000).catch(() => undefined);
}

const DAY_MS = 24 * 60 * 60 * 1000;
