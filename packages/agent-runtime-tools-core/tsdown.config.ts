import { defineConfig } from 'tsdown';

/**
 * Core is bundled with typebox, ajv and jsonriver, which take many times longer to load from their own files.
 * Declarations come from `tsc -b`.
 */
export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node22',
  dts: false,
  clean: false,
  sourcemap: true,
  fixedExtension: false,
  hash: false,
  deps: { alwaysBundle: [/^typebox/, /^ajv/, /^jsonriver/] },
});
