import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  CONFIG_FILES,
  CONFIG_MODULE_EXTENSIONS,
  GIT_HOOKS,
  MANIFEST_SECTIONS,
  USES_CONFIG_MODULE,
  USES_MANIFEST,
} from './program-files.ts';

/** A file that decides what a command does. */
export interface ScriptFile {
  readonly path: string;
  /** Only these members of a JSON file count. */
  readonly sections?: readonly string[];
}

/** The files that a program takes instructions from without being told, in this folder or in the nearest one above that has any. */
export function impliedFiles(program: string, args: readonly string[], folder: string): ScriptFile[] {
  const files = program === 'git' ? hooksOf(args) : filesOf(program, args);
  if (files.length === 0) return files;
  const nearestFolder = nearestWithAny(folder, files);
  return nearestFolder === undefined || nearestFolder === folder
    ? files
    : [...files, ...files.map((file) => inFolder(nearestFolder, file))];
}

/** The manifests, configurations and build files of well-known programs. */
function filesOf(program: string, args: readonly string[]): ScriptFile[] {
  if (/^g?make$/.test(program)) {
    const named = args.flatMap((arg, at) =>
      arg === '-f' || arg === '--file' || arg === '--makefile' ? [args[at + 1] ?? ''] : optionValue(arg),
    );
    return named.length > 0 ? named.map((path) => ({ path })) : configFiles('make');
  }
  // `python -m pytest` is pytest.
  const name = program === 'python' ? (moduleName(args) ?? '') : program;
  const files = configFiles(name);
  if (USES_CONFIG_MODULE.has(name))
    for (const end of CONFIG_MODULE_EXTENSIONS) files.push({ path: `${name}.config.${end}` });
  if (USES_MANIFEST.has(name)) files.push({ path: 'package.json', sections: MANIFEST_SECTIONS });
  return files;
}

/** The module that `python -m x` runs; the name may be attached to other options, as in `-Bmx`. */
export function moduleName(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /^-[A-Za-ln-z]*m/.test(arg));
  if (at < 0) return undefined;
  return /^-[A-Za-ln-z]*m(.+)$/.exec(args[at] ?? '')?.[1] ?? args[at + 1];
}

function configFiles(program: string): ScriptFile[] {
  return (CONFIG_FILES.get(program) ?? []).map((path) => ({ path }));
}

/** The repository hooks that a git subcommand runs. */
function hooksOf(args: readonly string[]): ScriptFile[] {
  const hooks = args.map((arg) => GIT_HOOKS.get(arg)).find((found) => found !== undefined) ?? [];
  return hooks.flatMap((hook) => [{ path: `.git/hooks/${hook}` }, { path: `.husky/${hook}` }]);
}

function nearestWithAny(folder: string, files: readonly ScriptFile[]): string | undefined {
  let at = folder;
  for (let level = 0; level < MAX_LEVELS; level++) {
    if (files.some(({ path }) => existsSync(join(at, path)))) return at;
    const parent = dirname(at);
    if (parent === at) return undefined;
    at = parent;
  }
  return undefined;
}

function inFolder(folder: string, file: ScriptFile): ScriptFile {
  return { ...file, path: join(folder, file.path) };
}

function optionValue(arg: string): string[] {
  const found = /^(?:--(?:make)?file=|-f)(.+)$/.exec(arg);
  return found?.[1] === undefined ? [] : [found[1]];
}

const MAX_LEVELS = 30;
