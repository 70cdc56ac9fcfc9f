/**
 * The files that a patch names, in either of the two common forms and however the headers are spelled: a guard that is
 * told too many is better than one that misses a file. Lines of a hunk that look like headers count as such.
 */
export function patchPaths(patch: string): string[] {
  const found: string[] = [];
  const lines = patch.split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const marked = MARKED_LINE.exec(line)?.[1];
    const renamed = RENAME_LINE.exec(line)?.[1];
    if (marked !== undefined) found.push(marked);
    else if (renamed !== undefined) found.push(decodePath(renamed));
    else if (line.startsWith('diff --git ')) found.push(...gitPaths(line.slice('diff --git '.length)));
    else if (line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ') === true)
      found.push(...withoutPrefixes(decodePath(line.slice(4)), decodePath(lines[index + 1]?.slice(4) ?? '')));
  }
  return found.filter((path) => path !== '' && path !== NULL_PATH);
}

const MARKED_LINE = /^\s*\*\*\* (?:(?:Add|Update|Delete) File|Move to):\s*(.*?)\s*$/su;
const RENAME_LINE = /^(?:rename|copy) (?:from|to) (.*)$/su;
const NULL_PATH = '/dev/null';

/** As git writes it: perhaps quoted with escapes, perhaps followed by a tab and a time. */
function decodePath(written: string): string {
  const quoted = QUOTED.exec(written);
  return quoted === null ? written.replace(/\t.*$/su, '').trimEnd() : unescaped(quoted[1] ?? '');
}

const QUOTED = /^"((?:[^"\\]|\\.)*)"?/su;

/** Octal escapes are bytes of UTF-8. */
function unescaped(text: string): string {
  const pieces: Buffer[] = [];
  for (const [part, octal, letter] of text.matchAll(/\\([0-3][0-7]{2})|\\(.)|[^\\]+/gsu)) {
    if (octal !== undefined) pieces.push(Buffer.of(Number.parseInt(octal, 8)));
    else pieces.push(Buffer.from(letter === undefined ? part : (LETTERS.get(letter) ?? letter)));
  }
  return Buffer.concat(pieces).toString();
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

/** The paths of `diff --git a/x b/y`. Where blanks leave open which is which, the ones that the lines below name count. */
function gitPaths(written: string): string[] {
  const [first, rest] = firstPath(written);
  return first === undefined || rest === '' ? [] : withoutPrefixes(decodePath(first), decodePath(rest));
}

function firstPath(written: string): [first: string | undefined, rest: string] {
  const quoted = QUOTED.exec(written)?.[0];
  if (quoted !== undefined) return [quoted, written.slice(quoted.length).trimStart()];
  const beforeQuote = written.indexOf(' "');
  if (beforeQuote !== -1) return [written.slice(0, beforeQuote), written.slice(beforeQuote + 1)];
  // The same path twice is cut in the middle, whatever blanks it has.
  const middle = written.length >> 1;
  const [left, right] = [written.slice(0, middle), written.slice(middle + 1)];
  if (written[middle] === ' ' && left.replace(PREFIX, '') === right.replace(PREFIX, '')) return [left, right];
  const parts = written.split(' ');
  return parts.length === 2 ? [parts[0], parts[1] ?? ''] : [undefined, ''];
}

/** `a/` and `b/`, or another of git's pairs, are not part of the paths; any other beginning is. */
function withoutPrefixes(from: string, to: string): string[] {
  const [left, right] = [PREFIX.exec(from)?.[1], PREFIX.exec(to)?.[1]];
  const isPair =
    (from === NULL_PATH && right === 'b') ||
    (to === NULL_PATH && left === 'a') ||
    (left !== undefined && right !== undefined && PAIRS.has(left + right));
  return isPair ? [from.replace(PREFIX, ''), to.replace(PREFIX, '')] : [from, to];
}

const PREFIX = /^([abciow])\//;
const PAIRS: ReadonlySet<string> = new Set(['ab', 'ci', 'iw', 'cw', 'ow', 'ba']);
