import { defineConfig } from 'tsdown';
import { libraryTypes } from '../../scripts/build/library-types.mjs';
import base from '../../tsdown.base.config.ts';
import manifest from './package.json' with { type: 'json' };

/** With typebox, ajv and jsonriver in it, which take many times longer to load from their own files. */
export default defineConfig({
  ...base,
  plugins: [...base.plugins, libraryTypes({ library: 'typebox', declaration: 'type.d.ts' })],
  define: { BUILT_CORE_VERSION: JSON.stringify(manifest.version) },
});
