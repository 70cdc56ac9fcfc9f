import type { CommandAnalysis, CommandPart } from '@ku0/agent-runtime-tools-commands';
import { resolve } from 'node:path';

/** A file that decides what a command does. */
export interface ScriptFile {
  readonly path: string;
  /** Only this part of a JSON file counts. */
  readonly section?: string;
}

/** The scripts that a command names or implies: `sh x.sh`, `./x`, `make`, `npm run build`, `source x`. */
export function scriptFiles(command: CommandAnalysis): ScriptFile[] {
  const files = new Map<string, ScriptFile>();
  for (const part of command.parts) {
    for (const folder of part.cwds ?? [command.cwd]) {
      for (const file of scriptsOf(part)) {
        const path = resolve(folder, file.path);
        if (files.size < MOST_FILES) files.set(path, { ...file, path });
      }
    }
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function scriptsOf(part: CommandPart): ScriptFile[] {
  const [name = '', ...args] = part.argv;
  const files: ScriptFile[] = [];
  if (name.includes('/')) files.push({ path: name });
  for (const hazard of part.hazards) {
    if (hazard.kind !== 'executes') continue;
    const word = part.argv[hazard.word];
    for (const use of part.paths) if (use.word === hazard.word) files.push({ path: use.path });
    if (word !== undefined && part.program === 'source') files.push({ path: word });
  }
  // An interpreter's first operand is its script, whether or not a rule would name it.
  if (INTERPRETERS.test(part.program)) {
    for (const use of part.paths) if (use.access === 'read') files.push({ path: use.path });
  }
  return [...files, ...impliedBy(part.program, args)];
}

function impliedBy(program: string, args: readonly string[]): ScriptFile[] {
  if (/^g?make$/.test(program)) {
    const named = args.flatMap((arg, at) =>
      arg === '-f' || arg === '--file' || arg === '--makefile' ? [args[at + 1] ?? ''] : optionValue(arg),
    );
    return (named.length > 0 ? named : ['GNUmakefile', 'makefile', 'Makefile']).map((path) => ({ path }));
  }
  if (/^(?:npm|pnpm|yarn|bun)$/.test(program)) return [{ path: 'package.json', section: 'scripts' }];
  const implied = IMPLIED.get(program);
  return implied === undefined ? [] : implied.map((path) => ({ path }));
}

function optionValue(arg: string): string[] {
  const found = /^(?:--(?:make)?file=|-f)(.+)$/.exec(arg);
  return found?.[1] === undefined ? [] : [found[1]];
}

const INTERPRETERS =
  /^(?:ba|da|z|k|a)?sh$|^(?:source|\.|python|node|nodejs|deno|bun|tsx|ts-node|perl|ruby|php|lua|osascript|Rscript)$/;
const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map([
  ['rake', ['Rakefile', 'rakefile', 'Rakefile.rb']],
  ['just', ['justfile', 'Justfile', '.justfile']],
  ['task', ['Taskfile.yml', 'Taskfile.yaml']],
  ['tox', ['tox.ini']],
  ['nox', ['noxfile.py']],
  ['gulp', ['gulpfile.js']],
  ['grunt', ['Gruntfile.js']],
]);
const MOST_FILES = 50;
