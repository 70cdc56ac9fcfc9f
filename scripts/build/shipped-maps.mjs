import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lineMappings } from './line-mappings.mjs';

/**
 * A rolldown plugin that makes source maps fit for publishing. The package's own sources are published along with the
 * bundles, so their text need not be in the maps. Bundled libraries are not: they keep their text, and get a name that does
 * not depend on where they were installed.
 */
export function shippedMaps() {
  return {
    name: 'shipped-maps',
    /**
     * @param {{ dir?: string }} options
     * @param {Record<string, unknown>} bundle
     */
    writeBundle({ dir = 'dist' }, bundle) {
      for (const file of Object.keys(bundle).filter((name) => name.endsWith('.js.map'))) {
        const path = join(dir, file);
        /** @type {{ sources: string[], mappings: string }} */
        const map = JSON.parse(readFileSync(path, 'utf8'));
        const shipped = { ...withShippedSources(map), names: [], mappings: lineMappings(map.mappings) };
        writeFileSync(path, JSON.stringify(shipped));
      }
    },
  };
}

/**
 * @template {{ sources: string[], sourcesContent?: (string | null)[] }} T
 * @param {T} map
 * @returns {T}
 */
export function withShippedSources(map) {
  const { sources, sourcesContent = [] } = map;
  const isLibrary = sources.map((source) => LIBRARY.test(source));
  return {
    ...map,
    sources: sources.map((source) => source.replace(LIBRARY, '../node_modules/$1')),
    sourcesContent: sources.map((_, at) => (isLibrary[at] ? (sourcesContent[at] ?? null) : null)),
  };
}

/** `../../../node_modules/.pnpm/ajv@8.0.0/node_modules/ajv/lib/ajv.js`: everything before the last library's name. */
const LIBRARY = /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+\/.*)$/;
