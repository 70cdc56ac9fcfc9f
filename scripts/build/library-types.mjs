import { cpSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** The folder in the package for the copied declarations. */
const LIBRARY_TYPES = 'library-types';

/**
 * A rolldown plugin for a bundled library whose types are part of the public types. It copies the library's declarations
 * into the package and redirects the one declaration that imports the library, so that users need not install it. The
 * declarations are not merged into one file, because the compiler must be able to name each type in a user's
 * declarations; and they are not in `dist`, where `tsc -b` would look for their sources.
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
