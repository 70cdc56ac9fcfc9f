import { defineConfig } from 'tsdown';
import base from '../../tsdown.base.config.ts';

/** Whoever guards files reads patches without needing the file service. */
export default defineConfig({ ...base, entry: ['src/index.ts', 'src/patch.ts'] });
