import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A rolldown plugin that removes scripts of earlier builds from `dist`, so that they are not published.
 */
export function onlyBundles() {
  return {
    name: 'only-bundles',
    /**
     * @param {{ dir?: string }} options
     * @param {Record<string, unknown>} bundle
     */
    writeBundle({ dir = 'dist' }, bundle) {
      const written = new Set(Object.keys(bundle));
      for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
        if (/\.js(\.map)?$/.test(file) && !written.has(file.replaceAll('\\', '/'))) rmSync(join(dir, file));
      }
    },
  };
}
