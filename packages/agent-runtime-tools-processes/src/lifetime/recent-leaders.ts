/** Takes note of a program that was started here. */
export function rememberLeader(pid: number): void {
  ids.delete(pid);
  ids.add(pid);
  if (ids.size <= MOST) return;
  const [oldest] = ids;
  if (oldest !== undefined) ids.delete(oldest);
}

/** Whether the id is that of a program started here of late. An id comes back only after thousands of others. */
export function isRecentLeader(pid: number): boolean {
  return ids.has(pid);
}

const ids = new Set<number>();
const MOST = 256;
