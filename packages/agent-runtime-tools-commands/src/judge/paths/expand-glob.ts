import type { Dirent } from 'node:fs';
import { posix } from 'node:path';
import type { DiskBudget } from './disk-budget.ts';

/**
 * The files a pattern may become, relative to `base` unless it is absolute. Rather too many than too few: what is not
 * certain about a pattern matches. Undefined: there are too many to look at.
 */
export function expandGlob(base: string, pattern: string, { budget, list }: GlobDisk): string[] | undefined {
  const segments = pattern.split('/');
  let found: string[] = [pattern.startsWith('/') ? '/' : ''];
  for (const segment of segments) {
    if (segment === '') continue;
    if (!MAGIC.test(segment)) {
      const name = segment.replace(/\\(.)/g, '$1');
      found = found.map((folder) => join(folder, name));
      continue;
    }
    const tokens = tokenize(segment);
    const next: string[] = [];
    for (const folder of found) {
      if (budget.isExhausted) return undefined;
      const entries = list(posix.resolve(base, folder || '.'));
      if (!budget.spendOnFolder(entries.length)) return undefined;
      // Older versions of bash count `..` among what `.*` matches.
      if (matchesParent(segment, tokens)) next.push(join(folder, '..'));
      for (const { name } of entries) {
        if (name.startsWith('.') && tokens[0] !== '.') continue;
        if (matchTokens(tokens, name)) next.push(join(folder, name));
      }
    }
    if (next.length > MAX_MATCHES) return undefined;
    found = next;
  }
  return found;
}

export interface GlobDisk {
  readonly budget: DiskBudget;
  /** What is in a folder; nothing if that cannot be read. */
  readonly list: (folder: string) => readonly Dirent[];
}

/** Whether a glob without slashes fits a name; rather yes than no. */
export function matchesGlob(segment: string, name: string): boolean {
  return matchTokens(tokenize(segment), name);
}

function matchesParent(segment: string, tokens: readonly Token[]): boolean {
  // `.[!.]*` is how people leave it out.
  return tokens[0] === '.' && !/^\.\[[!^][^\]]*\./.test(segment) && matchTokens(tokens, '..');
}

function join(folder: string, name: string): string {
  return folder === '' ? name : folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

type Token = string | typeof ANY | typeof STAR;

function tokenize(segment: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < segment.length; at++) {
    const char = segment.charAt(at);
    if (char === '\\' && at + 1 < segment.length) tokens.push(segment.charAt(++at));
    else if (char === '*') tokens.push(STAR);
    else if (char === '?') tokens.push(ANY);
    else if (char === '[') {
      const close = segment.indexOf(']', at + 2);
      // A set is taken for any character, or any several: classes have brackets of their own.
      tokens.push(segment.slice(at, close).includes('[:') ? STAR : ANY);
      if (close > 0) at = close;
    } else tokens.push(char);
  }
  return tokens;
}

/** Without backtracking beyond the last star. */
function matchTokens(tokens: readonly Token[], name: string): boolean {
  let token = 0;
  let at = 0;
  let star = -1;
  let starAt = 0;
  while (at < name.length) {
    const current = tokens[token];
    if (current === STAR) {
      star = token++;
      starAt = at;
    } else if (current === ANY || current === name.charAt(at)) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++starAt;
    } else return false;
  }
  while (tokens[token] === STAR) token++;
  return token === tokens.length;
}

const ANY = Symbol('any');
const STAR = Symbol('star');
const MAGIC = /(?:^|[^\\])(?:\\\\)*[*?[]/;
const MAX_MATCHES = 500;
