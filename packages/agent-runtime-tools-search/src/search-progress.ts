import type { ToolContext } from '@ku0/agent-runtime-tools-core';

/** What a search has found so far. Engines update it, and the tool publishes it. */
export interface SearchProgress {
  /** The number of matches, or of files for `glob`. */
  total: number;
  /** True if names of found files are still wanted. Saves an engine that finds many the work of reading each name. */
  readonly wantsFiles: boolean;
  /** Called with the path of each file that has a match, or that `glob` lists. */
  found(path: string): void;
}

/** Runs a search and publishes four times a second how much it has found and in which new files. */
export async function withProgress<T>(
  { emitProgress, emitOutput }: Pick<ToolContext, 'emitProgress' | 'emitOutput'>,
  { noun, search }: { readonly noun: string; readonly search: (progress: SearchProgress) => Promise<T> },
): Promise<T> {
  let newFiles: string[] = [];
  const progress: SearchProgress = {
    total: 0,
    get wantsFiles() {
      return newFiles.length < MAX_NEW_FILES;
    },
    found: (path) => void (progress.wantsFiles && newFiles.push(path)),
  };
  const timer = setInterval(() => {
    emitProgress(progress.total, undefined, `${progress.total} ${noun} so far`);
    if (newFiles.length > 0) emitOutput(`${newFiles.join('\n')}\n`);
    newFiles = [];
  }, INTERVAL_MS);
  timer.unref();
  try {
    return await search(progress);
  } finally {
    clearInterval(timer);
  }
}

const INTERVAL_MS = 250;
/** At most this many file names are streamed at once. */
const MAX_NEW_FILES = 200;
