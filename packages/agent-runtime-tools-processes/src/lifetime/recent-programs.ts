/** Records the process id of a program that was just started. */
export function recordStart(pid: number): void {
  ids.delete(pid);
  ids.add(pid);
  if (ids.size <= MAX_RECORDED) return;
  const [oldest] = ids;
  if (oldest !== undefined) ids.delete(oldest);
}

/** Whether this id belongs to one of the last programs started here. Ids are reused only after thousands of others. */
export function wasStartedRecently(pid: number): boolean {
  return ids.has(pid);
}

const ids = new Set<number>();
const MAX_RECORDED = 256;
