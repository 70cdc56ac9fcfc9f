import { defineConfig } from 'tsdown';
import base from '../../tsdown.base.config.ts';

/** The matcher is also of use by itself. */
export default defineConfig({ ...base, entry: ['src/index.ts', 'src/matcher.ts'] });
