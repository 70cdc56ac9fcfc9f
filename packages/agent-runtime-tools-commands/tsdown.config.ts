import { defineConfig } from 'tsdown';
import base from '../../tsdown.base.config.ts';

/** One file, with the parser in it: from their many files both take several times longer to load. */
export default defineConfig({
  ...base,
  // Half of the time to load is reading: blanks go, names stay for stack traces.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
});
