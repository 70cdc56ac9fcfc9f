/** One file for what is loaded at once: many small ones take several times longer. What is loaded on demand stays apart. */
export default {
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'node',
  target: 'node22',
  dts: false,
  clean: false,
  sourcemap: true,
  fixedExtension: false,
  hash: false,
} as const;
