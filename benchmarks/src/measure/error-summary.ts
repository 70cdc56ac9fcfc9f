/** The reason of a failure, in one line without paths of this machine. */
export function errorSummary(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const line = text.split('\n').find((each) => /error|cannot/i.test(each)) ?? text.split('\n')[0] ?? '';
  return line
    .replaceAll(/(?:file:\/\/)?(?:\/[^\s/'"]+)+\/([^\s/'"]+)/g, '$1')
    .slice(0, 300)
    .trim();
}
