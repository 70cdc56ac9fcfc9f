import { defineConfig } from 'tsdown';
import base from '../../tsdown.base.config.ts';

/** The matcher is an entry of its own; the worker's file must lie beside the bundle that starts it. */
export default defineConfig({
  ...base,
  entry: { index: 'src/index.ts', matcher: 'src/matcher.ts', 'pattern-worker': 'src/patterns/pattern-worker.ts' },
});
