import type { Findings } from './findings.ts';

/**
 * Notes the paths that a word may hold when nothing is known about it: itself, what follows a `=`, an `@`, or the
 * letter of an option. Only those that can lead somewhere else matter; the rest lies in the current folder.
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

/** What a word holds behind its mark: `@file`, `-Ifolder`, `name=value`. */
function embeddedValue(word: string): string | undefined {
  if (word.startsWith('@')) return word.slice(1);
  const equals = word.indexOf('=');
  if (equals > 0) return word.slice(equals + 1);
  return word.startsWith('-') && word.length > 2 ? word.slice(2) : undefined;
}

/** Absolute, the home folder, or upwards. */
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
