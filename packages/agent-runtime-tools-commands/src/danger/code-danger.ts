import type { CommandPart } from '../command-analysis.ts';
import { wordSet } from '../words/word-set.ts';
import { systemFolder } from './system-folder.ts';

/**
 * The reason why source code in another language, or a command for another machine, is dangerous: it deletes a system
 * folder by name, hands a dangerous command to a shell, or forks without end. Only literal text is recognised.
 */
export function codeDanger(
  part: CommandPart,
  home: string,
  dangerIn: (command: string) => string | undefined,
): string | undefined {
  if (part.program === 'ssh') return dangerIn(part.argv.slice(2).join(' '));
  if (!LANGUAGES.has(part.program)) return undefined;
  for (const code of part.argv.slice(1)) {
    if (code.length > MAX_CODE_LENGTH) continue;
    if (FORKS.test(code)) return 'it is a fork bomb';
    const deleted = Array.from(code.matchAll(DELETES), (match) => match[2] ?? '');
    const folder = systemFolder(part, deleted, home);
    if (folder !== undefined) return `it deletes ${folder}`;
    for (const match of code.matchAll(RUNS)) {
      const why = dangerIn(match[2] ?? '');
      if (why !== undefined) return why;
    }
  }
  return undefined;
}

const LANGUAGES = wordSet(
  'python pypy perl ruby node nodejs deno bun php lua luajit awk gawk mawk nawk tclsh osascript Rscript julia elixir',
);
const FORKS = /\bfork\s+while\s+fork\b|\bwhile\b[^;]{0,20}\bfork\b|\bloop\s*(?:\{|do)\s*fork\b/;
const DELETES =
  /\b(?:rmtree|rmSync|rmdirSync|rm_rf|rm_r|remove_dir|remove_tree|removeSync|rimraf|rimrafSync|emptyDirSync|rmtree_sync)\b[^'"`]{0,30}(['"`])([^'"`\n]{1,200})\1/g;
const RUNS =
  /\b(?:system|exec|execSync|execFileSync|spawnSync|popen|Popen|call|run|check_call|check_output|getoutput|shell_exec|passthru|qx|os\.execute|execute)\b\s*\(?\s*\[?(['"`])([^'"`\n]{1,500})\1/g;
const MAX_CODE_LENGTH = 10_000;
