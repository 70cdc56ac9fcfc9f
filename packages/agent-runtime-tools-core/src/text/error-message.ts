/** What was thrown, in words. Anything can be thrown, also what has no words. Never throws. */
export function errorMessage(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'something that cannot be put into words';
  }
}
