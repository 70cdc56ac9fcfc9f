/** A path of a patch header as git writes it: perhaps quoted with escapes, perhaps followed by a tab and a time. */
export function decodePath(written: string): string {
  if (!written.startsWith('"')) return written.replace(/\t.*$/, '').trimEnd();
  const end = closingQuote(written);
  return unescape(written.slice(1, end === -1 ? undefined : end));
}

/** The two paths of `diff --git a/x b/y`, undefined where they cannot be told apart. */
export function decodeGitPaths(written: string): [from: string, to: string] | undefined {
  if (written.startsWith('"')) {
    const end = closingQuote(written);
    return end === -1 ? undefined : [decodePath(written), decodePath(written.slice(end + 1).trimStart())];
  }
  const quoted = written.indexOf(' "');
  if (quoted !== -1) return [written.slice(0, quoted), decodePath(written.slice(quoted + 1))];
  // The same path twice is cut in the middle, whatever blanks it has.
  const middle = (written.length - 1) / 2;
  const [from, to] = [written.slice(0, middle), written.slice(middle + 1)];
  if (Number.isInteger(middle) && written[middle] === ' ' && withoutPrefix(from) === withoutPrefix(to))
    return [from, to];
  const parts = written.split(' ');
  return parts.length === 2 ? [parts[0] ?? '', parts[1] ?? ''] : undefined;
}

/** Both paths of a file without `a/` and `b/` (or git's other pairs); as they are where they have none. */
export function stripPrefixes(from: string, to: string): [from: string, to: string] {
  const [left, right] = [PREFIX.exec(from)?.[1], PREFIX.exec(to)?.[1]];
  if (from === NULL_PATH && right === 'b') return [from, withoutPrefix(to)];
  if (to === NULL_PATH && left === 'a') return [withoutPrefix(from), to];
  return left !== undefined && right !== undefined && PAIRS.has(left + right)
    ? [withoutPrefix(from), withoutPrefix(to)]
    : [from, to];
}

export const NULL_PATH = '/dev/null';

const PREFIX = /^([abciow])\//;
const PAIRS = new Set(['ab', 'ci', 'iw', 'cw', 'ow', 'ba']);

function withoutPrefix(path: string): string {
  return path.replace(PREFIX, '');
}

function closingQuote(written: string): number {
  for (let at = 1; at < written.length; at += 1) {
    if (written[at] === '\\') at += 1;
    else if (written[at] === '"') return at;
  }
  return -1;
}

/** Octal escapes are bytes of UTF-8. */
function unescape(text: string): string {
  const bytes: number[] = [];
  for (const [part, octal, letter] of text.matchAll(/\\([0-3][0-7]{2})|\\(.)|[^\\]+/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...Buffer.from(letter === undefined ? part : (LETTERS.get(letter) ?? letter)));
  }
  return Buffer.from(bytes).toString('utf8');
}

const LETTERS = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);
