/** Whether all regular expression engines understand a pattern: it has no lookaround and no back-references. */
export function isPortablePattern(pattern: unknown): boolean {
  return typeof pattern === 'string' && !/\(\?(?!:)|\\[1-9k]/.test(pattern) && compiles(pattern);
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}
