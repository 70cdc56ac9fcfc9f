import type { GlobEngine } from './glob/glob-engine.ts';
import type { GrepEngine } from './grep/grep-engine.ts';
import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { ripgrepGlob } from './ripgrep/ripgrep-glob.ts';
import { ripgrepGrep } from './ripgrep/ripgrep-grep.ts';

export interface SearchOptions {
  /**
   * `auto` (the default) uses ripgrep where there is a binary for the platform, else JavaScript. A workspace that is not
   * on disk needs `javascript`.
   */
  readonly engine?: 'auto' | 'ripgrep' | 'javascript';
  /** A ripgrep binary to use instead of the bundled one. */
  readonly ripgrepPath?: string;
  /** A search that takes longer is stopped and returns what it has found so far. Default 30,000. */
  readonly timeoutMs?: number;
}

/** The engines of the two tools. */
export interface SearchEngines {
  readonly grep: GrepEngine;
  readonly glob: GlobEngine;
  readonly timeoutMs: number;
}

/** Chooses the engines on the first search. Throws for invalid options. */
export function chooseEngines(options: SearchOptions): SearchEngines {
  const { engine = 'auto', timeoutMs = 30_000 } = options;
  if (engine !== 'auto' && engine !== 'ripgrep' && engine !== 'javascript')
    throw new TypeError(`searchPack: engine is 'auto', 'ripgrep' or 'javascript', not ${JSON.stringify(engine)}.`);
  if (typeof timeoutMs !== 'number' || !(timeoutMs > 0))
    throw new RangeError(`searchPack: timeoutMs is ${String(timeoutMs)}; give milliseconds above 0.`);
  return {
    timeoutMs,
    async grep(request) {
      const program = await ripgrepProgram(options);
      if (program !== undefined) return await ripgrepGrep(request, { program });
      const { javascriptGrep } = await import('./javascript/javascript-grep.ts');
      return await javascriptGrep(request);
    },
    async glob(request) {
      const program = await ripgrepProgram(options);
      if (program !== undefined) return await ripgrepGlob(request, { program });
      const { javascriptGlob } = await import('./javascript/javascript-glob.ts');
      return await javascriptGlob(request);
    },
  };
}

/** The ripgrep binary; undefined when the search has to be done in JavaScript. */
async function ripgrepProgram({ engine = 'auto', ripgrepPath: given }: SearchOptions): Promise<string | undefined> {
  if (engine === 'javascript') return undefined;
  const program = given ?? (await bundledRipgrep());
  if (program === undefined && engine === 'ripgrep')
    throw new ToolFailure(
      coreErrors.ENGINE_NOT_AVAILABLE({
        message: `There is no ripgrep for ${process.platform} on ${process.arch}.`,
        suggestion: "Install ripgrep and give searchPack its ripgrepPath, or use engine: 'auto'.",
      }),
    );
  return program;
}

/** The path of the bundled ripgrep; undefined if there is none for this platform. */
export function bundledRipgrep(): Promise<string | undefined> {
  found ??= import('@vscode/ripgrep').then(
    ({ rgPath }) => rgPath,
    () => undefined,
  );
  return found;
}

let found: Promise<string | undefined> | undefined;
