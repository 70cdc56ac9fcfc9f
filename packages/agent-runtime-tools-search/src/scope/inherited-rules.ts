import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchScope } from './search-scope.ts';

/**
 * The rules of the `.gitignore` files between the root and the searched folder, relative to the root. ripgrep would also
 * read those above the root, which must not affect a search.
 */
export async function inheritedRules({ root, start, includeIgnored }: SearchScope): Promise<string[]> {
  if (start === '.' || includeIgnored) return [];
  const names = start.split('/');
  let lines: string[] = [];
  for (let depth = 0; depth <= names.length; depth++) {
    const folder = names.slice(0, depth).join('/');
    const isRepository = await exists(join(root, folder, '.git'));
    // A nested repository ignores the rules of the repository around it.
    if (isRepository) lines = [];
    if (depth === names.length) break;
    const files = isRepository ? ['.git/info/exclude', '.gitignore'] : ['.gitignore'];
    for (const file of files) lines.push(...rebaseRules((await readRules(join(root, folder, file))) ?? '', folder));
  }
  return lines;
}

/**
 * Rewrites the rules of a folder's ignore file as rules of the root's.
 *
 *     folder src, rule *.log  ->  /src/**\/*.log
 */
export function rebaseRules(rules: string, folder: string): string[] {
  return rules
    .split('\n')
    .map((line) => line.replace(/\r$/, '').replace(/(?<!\\)[ \t]+$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      if (folder === '') return line;
      const negated = line.startsWith('!');
      const rule = (negated ? line.slice(1) : line).replace(/^\\(?=[#!])/, '');
      const anchored = rule.slice(0, -1).includes('/');
      return `${negated ? '!' : ''}/${escapeGlob(folder)}/${anchored ? rule.replace(/^\//, '') : `**/${rule}`}`;
    });
}

/** A rule that matches exactly this path. */
export function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}!# ]/g, String.raw`\$&`).replaceAll('\n', '?');
}

const MAX_RULE_BYTES = 1024 * 1024;

/** The text of an ignore file; undefined if it does not exist or cannot be read. */
export async function readRules(path: string): Promise<string | undefined> {
  try {
    const stats = await stat(path);
    return stats.isFile() && stats.size <= MAX_RULE_BYTES ? await readFile(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
