import type { LimitHit } from '../sandbox-limits.ts';

/** What is known of a program that has ended. */
export interface EndedProgram {
  readonly exitCode?: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The limit that a program ran into by itself, from how it ended and what it said. */
export function recogniseLimit({ exitCode, stderr }: EndedProgram): LimitHit | undefined {
  if (exitCode === SIGXCPU) return 'cpu';
  if (exitCode === SIGXFSZ) return 'fileSize';
  if (exitCode === undefined || exitCode === 0) return undefined;
  const said = stderr.slice(-TAIL);
  return SAYINGS.find(([pattern]) => pattern.test(said))?.[1];
}

const SIGXCPU = 128 + 24;
const SIGXFSZ = 128 + 25;
/** What a program dies of, it says last. */
const TAIL = 4000;

const SAYINGS: readonly (readonly [RegExp, LimitHit])[] = [
  [
    /heap out of memory|Cannot allocate memory|ENOMEM|^MemoryError\b|out of memory|bad_alloc|Array buffer allocation failed/im,
    'memory',
  ],
  [
    /fork: (?:retry: )?Resource temporarily unavailable|can't start new thread|EAGAIN.*(?:fork|spawn)|(?:fork|spawn).*EAGAIN|BlockingIOError: \[Errno 11\]/i,
    'processes',
  ],
  [/Too many open files|EMFILE/i, 'openFiles'],
  [/File too large|EFBIG|File size limit exceeded/i, 'fileSize'],
  [/No space left on device|ENOSPC/i, 'disk'],
  [/CPU time limit exceeded/i, 'cpu'],
];
