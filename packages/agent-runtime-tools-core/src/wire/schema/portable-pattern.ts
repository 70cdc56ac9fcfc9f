/** Whether a pattern is one that every regular-expression engine reads alike: no look-around, no back-references. */
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
