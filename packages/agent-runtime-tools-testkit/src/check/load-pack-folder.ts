import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { ToolPack } from '@ku0/agent-runtime-tools-core';

/** A package with a pack, in a folder. */
export interface PackFolder {
  /** The absolute path. */
  readonly folder: string;
  readonly manifest: PackManifest;
  /** The file that is loaded when somebody imports the package. */
  readonly entry: string;
  readonly pack: ToolPack;
}

export interface PackManifest {
  readonly name: string;
  readonly version: string;
  readonly type?: string;
  readonly exports?: unknown;
  readonly main?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Imports the pack of a package: the folder of its sources, after a build, or its folder in node_modules. */
export async function loadPackFolder(path: string): Promise<PackFolder> {
  const folder = resolve(path);
  const manifest = readManifest(folder);
  const entry = join(folder, entryOf(manifest));
  const exported = await importFile(entry);
  return { folder, manifest, entry, pack: packOf(exported, manifest.name) };
}

function readManifest(folder: string): PackManifest {
  let manifest: unknown;
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch (error) {
    throw new Error(`${folder} has no readable package.json: ${errorMessage(error)}`, { cause: error });
  }
  if (!isManifest(manifest)) throw new Error(`The package.json in ${folder} has no name and version.`);
  return manifest;
}

function isManifest(value: unknown): value is PackManifest {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    'version' in value &&
    typeof value.version === 'string'
  );
}

/** The target of the first condition that Node takes for an `import`. */
function entryOf({ exports, main = 'index.js' }: PackManifest): string {
  let target: unknown = exports ?? main;
  if (isRecord(target) && '.' in target) target = target['.'];
  while (isRecord(target)) {
    const conditions = target;
    target = ['node', 'import', 'module-sync', 'default']
      .map((key) => conditions[key])
      .find((each) => each !== undefined);
  }
  if (typeof target === 'string') return target;
  throw new Error('Its package.json has no "exports" for ".".');
}

async function importFile(entry: string): Promise<Record<string, unknown>> {
  try {
    const exported: unknown = await import(pathToFileURL(entry).href);
    return isRecord(exported) ? exported : {};
  } catch (error) {
    const hint = isMissing(error, entry) ? ' Build the package first.' : '';
    throw new Error(`${entry} cannot be imported: ${errorMessage(error)}${hint}`, { cause: error });
  }
}

/** The only pack among the exports: a value, or what a function called `...Pack` returns without arguments. */
function packOf(exported: Record<string, unknown>, name: string): ToolPack {
  const packs = Object.entries(exported).flatMap(([key, value]) => {
    const made = isFactory(value) && /^[a-z]\w*Pack$/.test(key) ? value() : value;
    return isPack(made) ? [made] : [];
  });
  const [pack] = packs;
  if (pack !== undefined && packs.length === 1) return pack;
  throw new Error(
    `${name} exports ${packs.length === 0 ? 'no pack' : `${packs.length} packs`}; expected one, or a function such as weatherPack() that returns it.`,
  );
}

function isFactory(value: unknown): value is () => unknown {
  return typeof value === 'function';
}

function isPack(value: unknown): value is ToolPack {
  return isRecord(value) && typeof value['name'] === 'string' && Array.isArray(value['tools']) && 'version' in value;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isMissing(error: unknown, entry: string): boolean {
  return isRecord(error) && error['code'] === 'ERR_MODULE_NOT_FOUND' && errorMessage(error).includes(entry);
}
