import { defineConfig } from 'tsdown';
import { libraryTypes } from '../../scripts/build/library-types.mjs';
import base from '../../tsdown.base.config.ts';

/** With typebox, ajv and jsonriver in it, which take many times longer to load from their own files. */
export default defineConfig({
  ...base,
  plugins: [...base.plugins, libraryTypes({ library: 'typebox', declaration: 'type.d.ts' })],
});
