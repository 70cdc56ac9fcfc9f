import { defineConfig } from 'tsdown';
import base from '../../tsdown.base.config.ts';

/** The file of the parser process lies beside the file that starts it. */
export default defineConfig({
  ...base,
  entry: { index: 'src/index.ts', 'parser-process': 'src/parser/parser-process.ts' },
});
