import type { ReplacePattern } from './pattern-job.ts';

/**
 * A regular expression whose `^` and `$` stand for lines. In Unicode mode where its syntax allows that, else as
 * JavaScript read it before. Throws a SyntaxError.
 */
export function compilePattern({ source, ignoreCase }: ReplacePattern): RegExp {
  const flags = ignoreCase ? 'gmi' : 'gm';
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return new RegExp(source, flags);
  }
}
