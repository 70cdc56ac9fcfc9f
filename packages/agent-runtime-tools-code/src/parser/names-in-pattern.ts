/**
 * The identifiers that every match of a pattern has, so that files without them need not be parsed.
 *
 *     fetch($URL, { method: 'POST' })  ->  fetch, method
 *     <a>text</a>, /regex/, `template` ->  none: their words are not identifiers
 */
export function namesInPattern(pattern: string): string[] {
  if (/[</`]/.test(pattern)) return [];
  const code = pattern.replaceAll(/'[^']*'|"[^"]*"/g, ' ');
  const words = code.match(/\$*[\p{L}_][\p{L}\p{N}_$]*/gu) ?? [];
  return [...new Set(words)].filter((word) => !word.startsWith('$') && !KEYWORDS.has(word));
}

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'abstract accessor any as asserts async await bigint boolean break case catch class const continue debugger declare default ' +
    'delete do else enum export extends false finally for from function get global if implements import in infer instanceof ' +
    'interface is keyof let meta module namespace never new null number object of out override package private protected public ' +
    'readonly require return satisfies set static string super switch symbol target this throw true try type typeof undefined ' +
    'unique unknown using var void while with yield constructor'
  ).split(' '),
);
