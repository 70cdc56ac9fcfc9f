import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { unifiedDiff } from '@ku0/agent-runtime-tools-workspace';

/** A change of a file's lines: where it begins, and its lines with `' '`, `'-'` or `'+'` before them. */
export interface Change {
  /** 0-based line of the old file. */
  readonly start: number;
  readonly rows: readonly string[];
}

/** A file in two successive versions, and the changes from one to the other. */
export interface History {
  readonly name: string;
  readonly old: string;
  readonly fresh: string;
  readonly changes: readonly Change[];
}

/** Every file that two folders both have and that differs. */
export function readHistory(name: string, oldFolder: string, freshFolder: string): History[] {
  return filesBelow(oldFolder).flatMap((path) => {
    const other = join(freshFolder, path);
    if (!SUBJECTS.test(path) || NOT_WRITTEN_BY_HAND.test(path) || !existsSync(other)) return [];
    if (statSync(join(oldFolder, path)).size > MAX_BYTES) return [];
    const old = unmarked(readFileSync(join(oldFolder, path), 'utf8'));
    const fresh = unmarked(readFileSync(other, 'utf8'));
    if (old === fresh || /\r|\0/.test(old + fresh)) return [];
    return [{ name: `${name}/${path}`, old, fresh, changes: changesBetween(old, fresh) }];
  });
}

const SUBJECTS = /\.([cm]?[jt]sx?|md|json)$/;
const NOT_WRITTEN_BY_HAND = /(^|\/)(dist|build|node_modules)\/|\.min\./;
const MAX_BYTES = 600_000;

function unmarked(text: string): string {
  return text.replace(/^\ufeff/, '');
}

function filesBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(folder, path) : [path];
    });
}

/** The newline at the end of a file is left to the cases that are about it. */
function changesBetween(old: string, fresh: string): Change[] {
  const { text } = unifiedDiff(`${old.replace(/\n$/, '')}\n`, `${fresh.replace(/\n$/, '')}\n`, { maxLines: 1_000_000 });
  const changes: { start: number; rows: string[] }[] = [];
  for (const line of text.split('\n').slice(2, -1)) {
    const range = /^@@ -(\d+)(,0)?/.exec(line);
    if (range) changes.push({ start: Math.max(0, Number(range[1]) - (range[2] === undefined ? 1 : 0)), rows: [] });
    else changes.at(-1)?.rows.push(line);
  }
  return changes;
}
