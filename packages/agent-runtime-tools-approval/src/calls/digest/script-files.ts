import type { CommandAnalysis, CommandPart } from '@ku0/agent-runtime-tools-commands';
import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { impliedFiles, moduleName, type ScriptFile } from './implied-files.ts';

/**
 * The scripts that a command names or implies: `sh x.sh`, `./x`, `make`, `npm run build`, `source x`. Undefined where
 * they are too many to be looked at.
 */
export function scriptFiles(command: CommandAnalysis): ScriptFile[] | undefined {
  const files = new Map<string, ScriptFile>();
  // What is piped or substituted into a shell is a script wherever it is read.
  const runsInput = command.parts.some((part) => INTERPRETERS.test(part.program));
  for (const part of command.parts) {
    const scripts = scriptsOf(part, runsInput);
    const elsewhere = otherPlaces(part);
    for (const folder of part.cwds ?? [command.cwd]) {
      const implied = [folder, ...elsewhere.map((place) => resolve(folder, place))].flatMap((place) =>
        impliedFiles(part.program, part.argv.slice(1), place).map((file) => ({
          ...file,
          path: resolve(place, file.path),
        })),
      );
      for (const file of [...scripts.flatMap((script) => inPlaces(script, elsewhere)), ...implied]) {
        const path = resolve(folder, file.path);
        // A file that counts as a whole is not narrowed down by another reading of it.
        const known = files.get(path);
        if (known === undefined || known.sections !== undefined) files.set(path, { ...file, path });
      }
      if (files.size > MAX_FILES) return undefined;
    }
  }
  if (!command.complete) for (const path of namedFiles(command)) files.set(path, { path });
  if (files.size > MAX_FILES) return undefined;
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Of a command that is not understood, or too long to be taken apart, any word may be the script. */
function namedFiles({ text, cwd }: CommandAnalysis): string[] {
  const words = new Set(text.split(/[\s;|&<>()'"`$={},:]+/));
  const paths = [...words]
    .filter((word) => word !== '' && word.length < MAX_CHARACTERS)
    .map((word) => resolve(cwd, word));
  return paths.slice(0, MAX_WORDS).filter(isFile);
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

/** The files that a command runs as tests: what was shown must run, but a lasting consent outlives their changes. */
export function testFiles(command: CommandAnalysis): ScriptFile[] {
  const parts = command.parts.filter(({ program }) => TEST_RUNNERS.test(program));
  return parts.flatMap(({ paths, cwds }) =>
    (cwds ?? [command.cwd]).flatMap((folder) => paths.map((use) => ({ path: resolve(folder, use.path) }))),
  );
}

function scriptsOf(part: CommandPart, runsInput: boolean): ScriptFile[] {
  const [name = '', ...args] = part.argv;
  const files: ScriptFile[] = [];
  if (name.includes('/') || SCRIPT_NAME.test(name)) files.push({ path: name });
  for (const hazard of part.hazards) {
    if (hazard.kind !== 'executes') continue;
    for (const use of part.paths) if (use.wordIndex === hazard.wordIndex) files.push({ path: use.path });
    // The value of an option that loads code: `--require ./x`, `--import=./x`, `-r./x`, `-c core.pager=./x`.
    const given = hazard.value ?? part.argv[hazard.wordIndex];
    if (given !== undefined && given !== name && given.length < MAX_CHARACTERS) {
      for (const path of new Set([given, given.slice(given.indexOf('=') + 1)])) {
        files.push(...loadedFiles(part.program, path));
      }
    }
  }
  if (part.program === 'python') files.push(...moduleFiles(args));
  // An interpreter's first operand is its script, whether or not a rule would name it.
  if (runsInput || RUNS_FILES.test(part.program)) {
    for (const use of part.paths) {
      if (use.access !== 'read') continue;
      files.push({ path: use.path });
      for (const main of MAIN_FILES.get(part.program) ?? []) files.push({ path: `${use.path}/${main}` });
      if (part.program === 'node') for (const end of NODE_ENDINGS) files.push({ path: use.path + end });
    }
  }
  return files;
}

/** What a program may find under the name of code to load: `ruby -r./x` loads `./x.rb`, `lua -la.b` loads `a/b.lua`. */
function loadedFiles(program: string, name: string): ScriptFile[] {
  const path = program === 'lua' || program === 'luajit' ? name.replaceAll(/(?<=\w)\.(?=\w)/g, '/') : name;
  return [name, ...(LOADED_ENDINGS.get(program) ?? []).map((ending) => path + ending)].map((found) => ({
    path: found,
  }));
}

/** `python -m a.b` runs `a/b.py`, or the folder `a/b`, where they are there. */
function moduleFiles(args: readonly string[]): ScriptFile[] {
  const path = moduleName(args)?.replaceAll('.', '/') ?? '';
  return path === '' ? [] : [{ path: `${path}.py` }, { path: `${path}/__main__.py` }];
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

const INTERPRETERS =
  /^(?:ba|da|z|k|a)?sh$|^(?:source|\.|python|node|nodejs|deno|bun|tsx|ts-node|perl|ruby|php|lua|osascript|Rscript)$/;
const RUNS_FILES = /^(?:docker|podman|ansible-playbook|crontab|sqlite3|psql|mysql|ninja|gdb|vim?|nvim|ex)$/;
const TEST_RUNNERS = /^(?:pytest|py\.test|jest|vitest|mocha|ava|tap|rspec|phpunit|behave|robot)$/;
const SCRIPT_NAME = /\.(?:sh|py|[cm]?[jt]s|rb|pl|php)$/;
/** What runs when a folder is given in place of a script. */
const MAIN_FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ['node', ['package.json', 'index.js']],
  ['python', ['__main__.py']],
  ['docker', ['Dockerfile', 'compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml']],
  ['podman', ['Containerfile', 'Dockerfile']],
]);
const WORKS_ELSEWHERE = /^(?:g?make|npm|pnpm|yarn|bun|ninja|just|task|git)$/;
const NODE_ENDINGS = ['.js', '.cjs', '.mjs', '.json', '.node'];
/** What programs add to the name of code that they are told to load. */
const LOADED_ENDINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ['node', [...NODE_ENDINGS, '/index.js']],
  ['nodejs', [...NODE_ENDINGS, '/index.js']],
  ['ruby', ['.rb']],
  ['lua', ['.lua', '/init.lua']],
  ['luajit', ['.lua', '/init.lua']],
  ['awk', ['.awk']],
  ['gawk', ['.awk']],
]);
const MAX_FILES = 1000;
const MAX_WORDS = 20_000;
const MAX_CHARACTERS = 4096;
