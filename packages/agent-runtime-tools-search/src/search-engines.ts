import type { GlobEngine } from './glob/glob-engine.ts';
import type { GrepEngine } from './grep/grep-engine.ts';

/** What the tools search with. */
export interface SearchEngines {
  readonly grep: GrepEngine;
  readonly glob: GlobEngine;
  readonly timeoutMs: number;
}
