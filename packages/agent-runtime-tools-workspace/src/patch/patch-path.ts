/** Decodes a path of a patch header as git writes it: possibly quoted with C escapes, possibly followed by a tab and a time. */
export function decodePatchPath(written: string): string {
  if (!written.startsWith('"')) return written.replace(/\t.*$/s, '').trimEnd();
  const end = closingQuote(written);
  return unescape(written.slice(1, end === -1 ? undefined : end));
}

/** The two paths of `diff --git a/x b/y`; undefined if blanks in them make the split ambiguous. */
export function decodeGitPaths(written: string): [from: string, to: string] | undefined {
  if (written.startsWith('"')) {
    const end = closingQuote(written);
    return end === -1 ? undefined : [decodePatchPath(written), decodePatchPath(written.slice(end + 1).trimStart())];
  }
  const quoted = written.indexOf(' "');
  if (quoted !== -1) return [written.slice(0, quoted), decodePatchPath(written.slice(quoted + 1))];
  // If both paths are the same, the line is split in the middle, even with blanks in the path.
  const middle = (written.length - 1) / 2;
  const [from, to] = [written.slice(0, middle), written.slice(middle + 1)];
  if (Number.isInteger(middle) && written[middle] === ' ' && withoutPrefix(from) === withoutPrefix(to))
    return [from, to];
  const parts = written.split(' ');
  return parts.length === 2 ? [parts[0] ?? '', parts[1] ?? ''] : undefined;
}

/** Removes the prefixes `a/` and `b/` (or another pair that git writes) from both paths, if they have such a pair. */
export function stripPathPrefixes(from: string, to: string): [from: string, to: string] {
  const [left, right] = [PREFIX.exec(from)?.[1], PREFIX.exec(to)?.[1]];
  if (from === NULL_PATH && right === 'b') return [from, withoutPrefix(to)];
  if (to === NULL_PATH && left === 'a') return [withoutPrefix(from), to];
  return left !== undefined && right !== undefined && PAIRS.has(left + right)
    ? [withoutPrefix(from), withoutPrefix(to)]
    : [from, to];
}

/** The path without a prefix such as `a/`, whatever the other path has; undefined if it has none. */
export function unprefixed(path: string): string | undefined {
  return PREFIX.test(path) ? withoutPrefix(path) : undefined;
}

/** What a diff has for a file that does not exist. */
export const NULL_PATH = '/dev/null';

const PREFIX = /^([abciow])\//;
const PAIRS: ReadonlySet<string> = new Set(['ab', 'ba', 'ci', 'iw', 'cw', 'ow']);

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

/** Resolves C escapes; octal escapes are bytes of UTF-8. */
function unescape(text: string): string {
  const pieces: Buffer[] = [];
  for (const [part, octal, letter] of text.matchAll(/\\([0-3][0-7]{2})|\\(.)|[^\\]+/gsu)) {
    if (octal !== undefined) pieces.push(Buffer.of(Number.parseInt(octal, 8)));
    else pieces.push(Buffer.from(letter === undefined ? part : (LETTERS.get(letter) ?? letter)));
  }
  return Buffer.concat(pieces).toString('utf8');
}

const LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);
