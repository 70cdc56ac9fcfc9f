import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchScope } from './search-scope.ts';

/**
 * The lines of the `.gitignore` files between the root and the folder that is searched, written from the root. ripgrep
 * would look for them above the root as well, where nothing may decide what a search shows.
 */
export async function inheritedRules({ root, start, includeIgnored }: SearchScope): Promise<string[]> {
  if (start === '.' || includeIgnored) return [];
  const names = start.split('/');
  let lines: string[] = [];
  for (let depth = 0; depth <= names.length; depth++) {
    const folder = names.slice(0, depth).join('/');
    const isRepository = await exists(join(root, folder, '.git'));
    // A repository within another one knows nothing of the rules around it.
    if (isRepository) lines = [];
    if (depth === names.length) break;
    const files = isRepository ? ['.git/info/exclude', '.gitignore'] : ['.gitignore'];
    for (const file of files) lines.push(...rerooted((await rulesOf(join(root, folder, file))) ?? '', folder));
  }
  return lines;
}

/** Rules as if they stood in a file of the root. */
export function rerooted(rules: string, folder: string): string[] {
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

/** A path as a rule that means exactly this path. */
export function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}!# ]/g, String.raw`\$&`).replaceAll('\n', '?');
}

const MAX_RULE_BYTES = 1024 * 1024;

/** Undefined when there is no such file, or none that can be read. */
export async function rulesOf(path: string): Promise<string | undefined> {
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
