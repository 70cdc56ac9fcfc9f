import { defineConfig } from 'tsdown';
import base from '../../tsdown.base.config.ts';

/** The file of the conversion thread lies beside the file that starts it. */
export default defineConfig({
  ...base,
  entry: { index: 'src/index.ts', 'convert-worker': 'src/convert/convert-worker.ts' },
});
