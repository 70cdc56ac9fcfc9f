import { defineConfig } from 'tsdown';
import base from '../../tsdown.base.config.ts';

/** The matcher is also of use by itself; the thread's file lies beside whatever starts it. */
export default defineConfig({
  ...base,
  entry: { index: 'src/index.ts', matcher: 'src/matcher.ts', 'pattern-worker': 'src/patterns/pattern-worker.ts' },
});
