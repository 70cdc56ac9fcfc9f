import type { CommandAnalysis, CommandPart } from '@ku0/agent-runtime-tools-commands';
import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { impliedFiles, moduleName, type ScriptFile } from './implied-files.ts';
import {
  HAS_FOLDER_OPTION,
  INTERPRETERS,
  LOADED_EXTENSIONS,
  MAIN_FILES,
  NODE_EXTENSIONS,
  RUNS_FILES,
  SCRIPT_NAME,
  TEST_RUNNERS,
} from './program-files.ts';

/**
 * The scripts that a command names or implies: `sh x.sh`, `./x`, `make`, `npm run build`, `source x`. Undefined if there
 * are too many to read.
 */
export function scriptFiles(command: CommandAnalysis): ScriptFile[] | undefined {
  const files = new Map<string, ScriptFile>();
  // If an interpreter takes part, every file that the command reads may end up as its script.
  const runsInput = command.parts.some((part) => INTERPRETERS.test(part.program));
  for (const part of command.parts) {
    const scripts = scriptsOf(part, runsInput);
    const otherFolders = folderOptions(part);
    for (const folder of part.cwds ?? [command.cwd]) {
      const implied = [folder, ...otherFolders.map((otherFolder) => resolve(folder, otherFolder))].flatMap(
        (otherFolder) =>
          impliedFiles(part.program, part.argv.slice(1), otherFolder).map((file) => ({
            ...file,
            path: resolve(otherFolder, file.path),
          })),
      );
      for (const file of [...scripts.flatMap((script) => inFolders(script, otherFolders)), ...implied]) {
        const path = resolve(folder, file.path);
        // A file that counts as a whole stays so, even if another part only uses some members of it.
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

/** In a command that was not fully analysed, any word that names a file may be the script. */
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

/** Test files of a command. They are part of the digest for one call, but not of what a lasting approval depends on. */
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
    // Options that load code: `--require ./x`, `--import=./x`, `-r./x`, `-c core.pager=./x`.
    const given = hazard.value ?? part.argv[hazard.wordIndex];
    if (given !== undefined && given !== name && given.length < MAX_CHARACTERS) {
      for (const path of new Set([given, given.slice(given.indexOf('=') + 1)])) {
        files.push(...loadedFiles(part.program, path));
      }
    }
  }
  if (part.program === 'python') files.push(...moduleFiles(args));
  // The first operand of an interpreter is its script.
  if (runsInput || RUNS_FILES.test(part.program)) {
    for (const use of part.paths) {
      if (use.access !== 'read') continue;
      files.push({ path: use.path });
      for (const main of MAIN_FILES.get(part.program) ?? []) files.push({ path: `${use.path}/${main}` });
      if (part.program === 'node') for (const end of NODE_EXTENSIONS) files.push({ path: use.path + end });
    }
  }
  return files;
}

/** The files that a name of code to load may stand for: `ruby -r./x` loads `./x.rb`, `lua -la.b` loads `a/b.lua`. */
function loadedFiles(program: string, name: string): ScriptFile[] {
  const path = program === 'lua' || program === 'luajit' ? name.replaceAll(/(?<=\w)\.(?=\w)/g, '/') : name;
  return [name, ...(LOADED_EXTENSIONS.get(program) ?? []).map((ending) => path + ending)].map((found) => ({
    path: found,
  }));
}

/** `python -m a.b` runs `a/b.py` or `a/b/__main__.py`. */
function moduleFiles(args: readonly string[]): ScriptFile[] {
  const path = moduleName(args)?.replaceAll('.', '/') ?? '';
  return path === '' ? [] : [{ path: `${path}.py` }, { path: `${path}/__main__.py` }];
}

/** The folders that options name as the working folder: `make -C x`, `npm --prefix x`. */
function folderOptions({ program, argv }: CommandPart): string[] {
  if (!HAS_FOLDER_OPTION.test(program)) return [];
  return argv.flatMap((arg, at) => {
    if (/^(?:-C|--directory|--prefix|--dir|--cwd)$/.test(arg)) return [argv[at + 1] ?? '.'];
    return /^(?:-C|--(?:directory|prefix|dir|cwd)=)(.+)$/.exec(arg)?.[1] ?? [];
  });
}

function inFolders(script: ScriptFile, folders: readonly string[]): ScriptFile[] {
  return [
    script,
    ...folders.map((otherFolder) => ({
      ...script,
      path: isAbsolute(script.path) ? script.path : `${otherFolder}/${script.path}`,
    })),
  ];
}

const MAX_FILES = 1000;
const MAX_WORDS = 20_000;
const MAX_CHARACTERS = 4096;
