import type { Dirent } from 'node:fs';
import { posix } from 'node:path';
import { compileNameGlob, type NameTest } from '@ku0/agent-runtime-tools-rules';
import type { DiskBudget } from './disk-budget.ts';

/**
 * Lists the files that a pattern may match, relative to `base` unless the pattern is absolute. Where shells differ, it
 * lists rather too many files than too few. Undefined when there are too many to check.
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
    const matches = compileSegment(segment);
    const matchesHidden = DOT_FIRST.test(segment);
    const next: string[] = [];
    for (const folder of found) {
      if (budget.isExhausted) return undefined;
      const entries = list(posix.resolve(base, folder || '.'));
      if (!budget.spendOnFolder(entries.length)) return undefined;
      // In older versions of bash, `.*` also matches `..`.
      if (matchesHidden && matchesParent(segment, matches)) next.push(join(folder, '..'));
      for (const { name } of entries) {
        if (name.startsWith('.') && !matchesHidden) continue;
        if (matches(name)) next.push(join(folder, name));
      }
    }
    if (next.length > MAX_MATCHES) return undefined;
    found = next;
  }
  return found;
}

export interface GlobDisk {
  readonly budget: DiskBudget;
  /** The entries of a folder; empty when it cannot be read. */
  readonly list: (folder: string) => readonly Dirent[];
}

/** Compiles a glob for whole paths. It matches rather too much than too little. */
export function compileGlobPath(pattern: string): (path: string) => boolean {
  const tests = pattern.split('/').map(compileSegment);
  return (path) => {
    const names = path.split('/');
    return names.length === tests.length && tests.every((test, at) => test(names[at] ?? ''));
  };
}

/** Whether the pattern matches `..`. `.[!.]*` is the usual way to exclude it. */
function matchesParent(segment: string, matches: NameTest): boolean {
  return !/^\.\[[!^][^\]]*\./.test(segment) && matches('..');
}

function join(folder: string, name: string): string {
  return folder === '' ? name : folder.endsWith('/') ? folder + name : `${folder}/${name}`;
}

/** Shells disagree about `[...]`, which depends on the locale, so it matches any character. */
function compileSegment(segment: string): NameTest {
  return compileNameGlob(segment, { brackets: 'any', braces: false });
}

/** A pattern with an unescaped wildcard. */
const MAGIC = /(?:^|[^\\])(?:\\\\)*[*?[]/;
/** A pattern for names that start with a dot. */
const DOT_FIRST = /^\\?\./;
const MAX_MATCHES = 500;
