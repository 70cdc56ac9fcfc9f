import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';
import { bundledLicences } from '../../scripts/build/bundled-licences.mjs';

// Its package says that it is under the MIT licence, and has no text of it.
const cfworker = readFileSync(new URL('licences/cfworker-json-schema.txt', import.meta.url), 'utf8');

export default defineConfig({
  // The page is served from the root, and asks for nothing from anywhere else.
  base: '/',
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    target: 'es2022',
    // One script and one style sheet: there is no network between the page and its server.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  plugins: [bundledLicences({ texts: { '@cfworker/json-schema': cfworker } })],
});
