import type { ToolContext } from '@ku0/agent-runtime-tools-core';

/** What a search has found so far; engines write it, the tool tells of it. */
export interface SearchProgress {
  /** Matches, or files where files are looked for. */
  total: number;
  /** Called with the path of each file that something was found in. */
  found(path: string): void;
}

/** Runs a search that tells four times a second how much it has found, and streams the files it has found it in. */
export async function withProgress<T>(
  { emitProgress, emitOutput }: Pick<ToolContext, 'emitProgress' | 'emitOutput'>,
  { noun, search }: { readonly noun: string; readonly search: (progress: SearchProgress) => Promise<T> },
): Promise<T> {
  let fresh: string[] = [];
  const progress: SearchProgress = {
    total: 0,
    found: (path) => void (fresh.length < MAX_FRESH && fresh.push(path)),
  };
  const timer = setInterval(() => {
    emitProgress(progress.total, undefined, `${progress.total} ${noun} so far`);
    if (fresh.length > 0) emitOutput(`${fresh.join('\n')}\n`);
    fresh = [];
  }, TICK_MS);
  timer.unref();
  try {
    return await search(progress);
  } finally {
    clearInterval(timer);
  }
}

const TICK_MS = 250;
/** More files than this at once are counted and not named. */
const MAX_FRESH = 200;
