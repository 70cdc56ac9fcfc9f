import type { ReplacePattern } from './pattern-job.ts';

/**
 * Compiles a regular expression with `^` and `$` for lines, in Unicode mode if its syntax allows that. Throws a
 * SyntaxError.
 */
export function compilePattern({ source, ignoreCase }: ReplacePattern): RegExp {
  const flags = ignoreCase ? 'gmi' : 'gm';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return new RegExp(source, flags);
  }
}
