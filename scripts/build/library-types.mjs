import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The folder in a package. */
const LIBRARY_TYPES = 'library-types';

/**
 * A rolldown plugin for a bundled library whose types are public: copies its declarations into the package and lets the
 * one declaration that names the library lead there, so that nobody has to install it. The files stay apart, because a
 * compiler that declares a user's tools must be able to name each type; and they are not in `dist`, where `tsc -b` would
 * look for their sources.
 * @param {{ library: string, declaration: string }} options `declaration` is relative to the output folder.
 */
export function libraryTypes({ library, declaration }) {
  return {
    name: 'library-types',
    /** @param {{ dir?: string }} options */
    writeBundle({ dir = 'dist' }) {
      const source = realpathSync(join('node_modules', library));
      const { types } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
      const target = join(LIBRARY_TYPES, library);
      rmSync(target, { recursive: true, force: true });
      const base = dirname(normalize(types));
      for (const file of reachableDeclarations(source, normalize(types))) {
        const copy = join(target, file.slice(base.length + 1));
        mkdirSync(dirname(copy), { recursive: true });
        cpSync(join(source, file), copy);
      }
      const entry = `../${LIBRARY_TYPES}/${library}/${normalize(types).slice(base.length + 1)}`.replace(
        /\.d\.mts$/,
        '.mjs',
      );
      const path = join(dir, declaration);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(`'${library}'`, `'${entry}'`));
    },
  };
}

/**
 * @param {string} source
 * @param {string} entry Relative to it, as are the results.
 */
function reachableDeclarations(source, entry) {
  const found = new Set([entry]);
  for (const file of found) {
    const text = readFileSync(join(source, file), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/(?:from |import\()['"](\.[^'"]*)\.mjs['"]/g)) {
      found.add(join(dirname(file), `${specifier}.d.mts`));
    }
  }
  return found;
}
