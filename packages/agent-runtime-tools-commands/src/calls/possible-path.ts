import type { Findings } from './findings.ts';

/**
 * Adds the paths that a word of unknown meaning may contain: the word itself and the text after `=`, `@` or the letter
 * of an option. Only paths that may leave the current folder are added.
 *
 *     --config=../x.json   ->  ../x.json
 *     @/etc/passwd         ->  /etc/passwd
 */
export function addPossiblePaths(found: Findings, word: string, index: number, mayBeLink = false): void {
  if (word === '' || word.length > 4096) return;
  if (mayLeaveFolder(word) || (mayBeLink && !word.includes('\n'))) addRead(found, word, index);
  for (
    let rest = embeddedValue(word), depth = 0;
    rest !== undefined && depth < 4;
    rest = embeddedValue(rest), depth++
  ) {
    if (mayLeaveFolder(rest)) addRead(found, rest, index);
    const file = FILE_URL.exec(rest)?.[1];
    if (file !== undefined) addRead(found, file || '/', index);
  }
  const file = FILE_URL.exec(word)?.[1];
  if (file !== undefined) addRead(found, file || '/', index);
}

/** The text after the prefix of `@file`, `-Ifolder` or `name=value`. */
function embeddedValue(word: string): string | undefined {
  if (word.startsWith('@')) return word.slice(1);
  const equals = word.indexOf('=');
  if (equals > 0) return word.slice(equals + 1);
  return word.startsWith('-') && word.length > 2 ? word.slice(2) : undefined;
}

/** Whether a path is absolute, starts at the home folder or contains `..`. */
export function mayLeaveFolder(path: string): boolean {
  const first = path.charCodeAt(0);
  return first === SLASH || first === TILDE || path === '..' || UPWARDS.test(path);
}

function addRead(found: Findings, path: string, index: number): void {
  found.paths.push({ access: 'read', path, wordIndex: index, intended: true });
}

const SLASH = 47;
const TILDE = 126;
const UPWARDS = /(?:^|\/)\.\.(?:\/|$)/;
const FILE_URL = /^file:(?:\/\/[^/]*)?(.*)$/i;
