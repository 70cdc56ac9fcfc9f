import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packManifest } from './pack-manifest.ts';
import { packNames, type PackNames } from './pack-names.ts';

export interface CreatePackOptions {
  /** Where the folder of the pack is created. Default: the current folder. */
  readonly parent?: string;
}

export interface CreatedPack extends PackNames {
  /** The absolute path of the new folder. */
  readonly folder: string;
}

/**
 * Creates the folder of a new pack, named after it, with one tool, its tests and everything that publishing needs. Throws
 * if the name is not one, or if the folder has content.
 */
export function createPack(name: string, { parent = '.' }: CreatePackOptions = {}): CreatedPack {
  const names = packNames(name);
  const folder = resolve(parent, names.folder);
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0) throw new Error(`The folder ${folder} is not empty.`);
  const write = (file: string, content: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content, { flag: 'wx' });
  };
  write('package.json', `${JSON.stringify(packManifest(names), undefined, 2)}\n`);
  for (const file of readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    write(targetOf(path.slice(TEMPLATE.length)), renamed(readFileSync(path, 'utf8'), names));
  }
  return { ...names, folder };
}

const TEMPLATE = fileURLToPath(new URL('../template/', import.meta.url));

/** npm leaves out files that begin with a dot, and renames some of them. */
function targetOf(file: string): string {
  return file.replace(/^gitignore$/, '.gitignore').replace(/^changeset\b/, '.changeset');
}

/** The template is itself a valid pack, whose names are replaced. */
function renamed(text: string, { name, pack, factory, tool }: PackNames): string {
  return text
    .replaceAll('@example/sample-pack', name)
    .replaceAll('sample_count_words', tool)
    .replaceAll('samplePack', factory)
    .replaceAll("'sample'", `'${pack}'`);
}
