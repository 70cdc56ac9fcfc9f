import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

export const LICENCES_FILE = 'THIRD-PARTY-LICENSES.txt';

/**
 * A rolldown plugin that writes the licence texts of all bundled libraries to a file next to the bundle. A library without a
 * licence text fails the build, unless `texts` has one for it.
 * @param {{ texts?: Readonly<Record<string, string>> }} [options] Texts by the name of the library.
 */
export function bundledLicences({ texts: given = {} } = {}) {
  return {
    name: 'bundled-licences',
    /**
     * @this {{ emitFile(file: { type: 'asset', fileName: string, source: string }): unknown }}
     * @param {unknown} _options
     * @param {Record<string, { type: 'asset' } | { type: 'chunk', moduleIds: string[] }>} bundle
     */
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
      const folders = [...new Set(modules.map(libraryFolder).filter((folder) => folder !== undefined))];
      if (folders.length === 0) return;
      const texts = folders.map((folder) => licenceOf(folder, given)).toSorted();
      const source = `This package contains code of these libraries.\n\n${[...new Set(texts)].join('\n')}`;
      this.emitFile({ type: 'asset', fileName: LICENCES_FILE, source });
    },
  };
}

/**
 * The folder of the library that contains a module.
 * @param {string} module
 */
function libraryFolder(module) {
  return /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(module)?.[1];
}

/**
 * Its name and its licence text.
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} [given] Texts of libraries that come without one.
 */
export function licenceOf(folder, given = {}) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  const text = file === undefined ? given[manifest.name] : readFileSync(join(folder, file), 'utf8').trim();
  if (text === undefined) throw new Error(`${manifest.name}: no licence text in ${folder}`);
  return `--- ${manifest.name} ${manifest.version} (${manifest.license})\n\n${text}\n`;
}
