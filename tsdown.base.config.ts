import { bundledLicences } from './scripts/build/bundled-licences.mjs';
import { nodeCheck } from './scripts/build/node-check.mjs';
import { onlyBundles } from './scripts/build/only-bundles.mjs';
import { shippedMaps } from './scripts/build/shipped-maps.mjs';
import { builtVersions } from './scripts/build/built-versions.mjs';

/**
 * One file for what is loaded at once: many small ones take several times longer. What is loaded on demand stays apart.
 * Declarations come from `tsc -b`. A library in `devDependencies` is bundled, with its licence; one in `dependencies` is
 * left to be installed.
 */
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
  // What an old Node would say otherwise comes late and names a function that nobody has heard of.
  outputOptions: { banner: nodeCheck },
  define: builtVersions(),
  plugins: [bundledLicences(), onlyBundles(), shippedMaps()],
} as const;
