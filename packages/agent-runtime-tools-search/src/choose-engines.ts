import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { ripgrepGlob } from './ripgrep/ripgrep-glob.ts';
import { ripgrepGrep } from './ripgrep/ripgrep-grep.ts';
import { ripgrepPath } from './ripgrep/ripgrep-path.ts';
import type { SearchEngines } from './search-engines.ts';

export interface SearchOptions {
  /**
   * What searches. `auto` (the default) is ripgrep where there is a binary for the platform, else JavaScript.
   * `javascript` also searches a workspace that is not on the disk.
   */
  readonly engine?: 'auto' | 'ripgrep' | 'javascript';
  /** The ripgrep to run instead of the bundled one. */
  readonly ripgrepPath?: string;
  /** A search is stopped after this long and gives what it has found. Default 30,000. */
  readonly timeoutMs?: number;
}

/** Nothing is loaded or looked for before the first search. Throws for options that cannot be meant. */
export function chooseEngines(options: SearchOptions): SearchEngines {
  const { engine = 'auto', timeoutMs = 30_000 } = options;
  if (engine !== 'auto' && engine !== 'ripgrep' && engine !== 'javascript')
    throw new TypeError(`searchPack: engine is 'auto', 'ripgrep' or 'javascript', not ${JSON.stringify(engine)}.`);
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0))
    throw new RangeError(`searchPack: timeoutMs is ${String(timeoutMs)}; give milliseconds above 0.`);
  return {
    timeoutMs,
    async grep(request) {
      const program = await programOf(options);
      if (program === undefined) return await (await javascript()).javascriptGrep(request);
      const listed = engine === 'auto' ? await (await javascript()).handful(request) : undefined;
      return listed === undefined
        ? await ripgrepGrep(request, { program })
        : await (await javascript()).javascriptGrep(request, { listed });
    },
    async glob(request) {
      const program = await programOf(options);
      return program === undefined
        ? await (await javascript()).javascriptGlob(request)
        : await ripgrepGlob(request, { program });
    },
  };
}

/** Undefined when the search is to be done in JavaScript. */
async function programOf({ engine = 'auto', ripgrepPath: given }: SearchOptions): Promise<string | undefined> {
  if (engine === 'javascript') return undefined;
  const program = given ?? (await ripgrepPath());
  if (program === undefined && engine === 'ripgrep')
    throw new ToolFailure(
      coreErrors.ENGINE_NOT_AVAILABLE({
        message: `There is no ripgrep for ${process.platform} on ${process.arch}.`,
        suggestion: "Install ripgrep and give searchPack its ripgrepPath, or use engine: 'auto'.",
      }),
    );
  return program;
}

function javascript() {
  return import('./javascript/javascript-engine.ts');
}
