import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TOOL_IGNORE_FILES } from '@ku0/agent-runtime-tools-workspace';
import type { GlobFilter } from '../patterns/glob-filter.ts';
import { escapeGlob, inheritedRules, rerooted, rulesOf } from './inherited-rules.ts';
import type { SearchScope } from './search-scope.ts';

/** The rules that ripgrep is given as files, the strongest last. They save work: every path is checked again. */
export interface IgnoreFiles extends AsyncDisposable {
  readonly paths: readonly string[];
  /** Globs that are left out before all else, whatever their case. */
  readonly hidden: readonly string[];
  /** Some files of the root hide paths from every tool. */
  readonly hasWalls: boolean;
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
    const [wall, inherited] = await Promise.all([walls(scope.root), inheritedRules(scope)]);
    const paths = [...(await make(fromRoot(rules, scope))), ...wall.paths, ...(await make(inherited))];
    return { paths, hidden: wall.hidden, hasWalls: wall.exist, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

interface Walls {
  readonly paths: readonly string[];
  readonly hidden: readonly string[];
  readonly exist: boolean;
}

/** Rules that hide and never show again can be given in a form that no `.gitignore` overrides, and without case. */
async function walls(root: string): Promise<Walls> {
  const files = await Promise.all(
    TOOL_IGNORE_FILES.map(async (name) => ({ path: join(root, name), text: await rulesOf(join(root, name)) })),
  );
  const there = files.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, lines: rerooted(text, '') }]));
  return {
    paths: there.filter(({ lines }) => !isPlain(lines)).map(({ path }) => path),
    hidden: there.filter(({ lines }) => isPlain(lines)).flatMap(({ lines }) => lines),
    exist: there.length > 0,
  };
}

function isPlain(lines: readonly string[]): boolean {
  return lines.length <= MAX_PLAIN_RULES && lines.every((line) => !/^[!\\]|[{}]/.test(line));
}

const MAX_PLAIN_RULES = 1_000;

function fromRoot(rules: GlobFilter['rules'], { start }: SearchScope): readonly string[] {
  if (start === '.') return rules;
  const prefix = `/${escapeGlob(start)}`;
  return rules.map((line) => (line.startsWith('!') ? `!${prefix}${line.slice(1)}` : line));
}
