import type { CommandAnalysis, CommandPart } from '@ku0/agent-runtime-tools-commands';
import { isAbsolute, resolve } from 'node:path';

/** A file that decides what a command does. */
export interface ScriptFile {
  readonly path: string;
  /** Only this part of a JSON file counts. */
  readonly section?: string;
}

/** The scripts that a command names or implies: `sh x.sh`, `./x`, `make`, `npm run build`, `source x`. */
export function scriptFiles(command: CommandAnalysis): ScriptFile[] {
  const files = new Map<string, ScriptFile>();
  // What is piped or substituted into a shell is a script wherever it is read.
  const runsInput = command.parts.some((part) => INTERPRETERS.test(part.program));
  for (const part of command.parts) {
    const scripts = scriptsOf(part, runsInput);
    const places = scripts.length === 0 ? [] : otherPlaces(part);
    for (const folder of part.cwds ?? [command.cwd]) {
      for (const file of scripts.flatMap((script) => inPlaces(script, places))) {
        const path = resolve(folder, file.path);
        if (files.size < MOST_FILES) files.set(path, { ...file, path });
      }
    }
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function scriptsOf(part: CommandPart, runsInput: boolean): ScriptFile[] {
  const [name = '', ...args] = part.argv;
  const files: ScriptFile[] = [];
  if (name.includes('/') || SCRIPT_NAME.test(name)) files.push({ path: name });
  for (const hazard of part.hazards) {
    if (hazard.kind !== 'executes') continue;
    const word = part.argv[hazard.word];
    for (const use of part.paths) if (use.word === hazard.word) files.push({ path: use.path });
    // The value of an option that loads code: `--require ./x`, `--import=./x`.
    if (word !== undefined && word !== name && word.length < MOST_CHARACTERS) {
      files.push({ path: word.slice(word.indexOf('=') + 1) });
    }
  }
  if (part.program === 'python') files.push(...moduleFiles(args));
  // An interpreter's first operand is its script, whether or not a rule would name it.
  if (runsInput || RUNS_FILES.test(part.program)) {
    for (const use of part.paths) {
      if (use.access !== 'read') continue;
      files.push({ path: use.path });
      for (const main of MAIN_FILES.get(part.program) ?? []) files.push({ path: `${use.path}/${main}` });
    }
  }
  return [...files, ...impliedBy(part.program, args)];
}

/** `python -m a.b` runs `a/b.py`, or the folder `a/b`, where they are there. */
function moduleFiles(args: readonly string[]): ScriptFile[] {
  const at = args.findIndex((arg) => /^-[A-Za-z]*m/.test(arg));
  const glued = /^-[A-Za-z]*?m(.+)$/.exec(args[at] ?? '')?.[1];
  const path = (glued ?? args[at + 1] ?? '').replaceAll('.', '/');
  return at < 0 || path === '' ? [] : [{ path: `${path}.py` }, { path: `${path}/__main__.py` }];
}

/** The folders that options say to work in: `make -C x`, `npm --prefix x`. */
function otherPlaces({ program, argv }: CommandPart): string[] {
  if (!WORKS_ELSEWHERE.test(program)) return [];
  return argv.flatMap((arg, at) => {
    if (/^(?:-C|--directory|--prefix|--dir|--cwd)$/.test(arg)) return [argv[at + 1] ?? '.'];
    return /^(?:-C|--(?:directory|prefix|dir|cwd)=)(.+)$/.exec(arg)?.[1] ?? [];
  });
}

function inPlaces(script: ScriptFile, places: readonly string[]): ScriptFile[] {
  return [
    script,
    ...places.map((place) => ({ ...script, path: isAbsolute(script.path) ? script.path : `${place}/${script.path}` })),
  ];
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
const RUNS_FILES = /^(?:docker|podman|ansible-playbook|crontab|sqlite3|psql|mysql|ninja)$/;
const SCRIPT_NAME = /\.(?:sh|py|[cm]?[jt]s|rb|pl|php)$/;
/** What runs when a folder is given in place of a script. */
const MAIN_FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ['node', ['package.json', 'index.js']],
  ['python', ['__main__.py']],
]);
const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map([
  ['rake', ['Rakefile', 'rakefile', 'Rakefile.rb']],
  ['just', ['justfile', 'Justfile', '.justfile']],
  ['task', ['Taskfile.yml', 'Taskfile.yaml']],
  ['tox', ['tox.ini']],
  ['ninja', ['build.ninja']],
  ['cargo', ['build.rs']],
  ['docker', ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml', 'Dockerfile']],
  ['nox', ['noxfile.py']],
  ['gulp', ['gulpfile.js']],
  ['grunt', ['Gruntfile.js']],
]);
const WORKS_ELSEWHERE = /^(?:g?make|npm|pnpm|yarn|bun|ninja|just|task)$/;
const MOST_FILES = 50;
const MOST_CHARACTERS = 4096;
