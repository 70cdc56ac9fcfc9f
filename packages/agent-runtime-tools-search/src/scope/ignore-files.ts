import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOOL_IGNORE_FILES } from '@ku0/agent-runtime-tools-workspace';
import type { GlobFilter } from '../patterns/glob-filter.ts';
import { escapeGlob, inheritedRules, rebaseRules, readRules } from './inherited-rules.ts';
import type { SearchScope } from './search-scope.ts';

/** The ignore files to pass to ripgrep, strongest last. They only save work: every result is checked again. */
export interface IgnoreFiles extends AsyncDisposable {
  readonly paths: readonly string[];
  /** Globs to exclude before all other rules, ignoring case. */
  readonly hidden: readonly string[];
  /** The root has files that hide paths from every tool. */
  readonly hasHiddenPaths: boolean;
}

export async function ignoreFiles(scope: SearchScope, { rules }: { rules: GlobFilter['rules'] }): Promise<IgnoreFiles> {
  const made: string[] = [];
  const make = async (lines: readonly string[]): Promise<string[]> => {
    if (lines.length === 0) return [];
    const path = join(tmpdir(), `toolbox-search-${randomUUID()}`);
    made.push(path);
    await writeFile(path, `${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600 });
    return [path];
  };
  const remove = async (): Promise<void> => {
    for (const path of made) await rm(path, { force: true });
  };
  try {
    const [wall, inherited] = await Promise.all([readHiddenPathFiles(scope.root), inheritedRules(scope)]);
    const paths = [...(await make(fromRoot(rules, scope))), ...wall.paths, ...(await make(inherited))];
    return { paths, hidden: wall.hidden, hasHiddenPaths: wall.exist, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface HiddenPathFiles {
  readonly paths: readonly string[];
  readonly hidden: readonly string[];
  readonly exist: boolean;
}

/** Rules without `!` are passed as globs, which no `.gitignore` can override and which ignore case; others as files. */
async function readHiddenPathFiles(root: string): Promise<HiddenPathFiles> {
  const files = await Promise.all(
    TOOL_IGNORE_FILES.map(async (name) => ({ path: join(root, name), text: await readRules(join(root, name)) })),
  );
  const there = files.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, lines: rebaseRules(text, '') }]));
  return {
    paths: there.filter(({ lines }) => !onlyHides(lines)).map(({ path }) => path),
    hidden: there.filter(({ lines }) => onlyHides(lines)).flatMap(({ lines }) => lines),
    exist: there.length > 0,
  };
}

function onlyHides(lines: readonly string[]): boolean {
  return lines.length <= MAX_PLAIN_RULES && lines.every((line) => !/^[!\\]|[{}]/.test(line));
}

const MAX_PLAIN_RULES = 1_000;

function fromRoot(rules: GlobFilter['rules'], { start }: SearchScope): readonly string[] {
  if (start === '.') return rules;
  const prefix = `/${escapeGlob(start)}`;
  return rules.map((line) => (line.startsWith('!') ? `!${prefix}${line.slice(1)}` : line));
}
