import { defineConfig } from 'tsdown';

/** One file, with the parser in it: from their many files both take several times longer to load. */
export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node22',
  dts: false,
  clean: false,
  sourcemap: true,
  // Half of the time to load is reading: blanks go, names stay for stack traces.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  fixedExtension: false,
  hash: false,
  deps: { alwaysBundle: [/^unbash/] },
});
