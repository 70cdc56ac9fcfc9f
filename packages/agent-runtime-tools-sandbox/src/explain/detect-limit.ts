import type { LimitHit } from '../sandbox-limits.ts';

/** A program that has ended. */
export interface EndedProgram {
  readonly exitCode?: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The limit of the kernel that a program ran into, from its exit code and its error output. */
export function detectLimit({ exitCode, stderr }: EndedProgram): LimitHit | undefined {
  if (exitCode === SIGXCPU) return 'cpu';
  if (exitCode === SIGXFSZ) return 'fileSize';
  if (exitCode === undefined || exitCode === 0) return undefined;
  const tail = stderr.slice(-TAIL_CHARS);
  return LIMIT_PATTERNS.find(([pattern]) => pattern.test(tail))?.[1];
}

const SIGXCPU = 128 + 24;
const SIGXFSZ = 128 + 25;
/** The message about the fatal error is at the end. */
const TAIL_CHARS = 4000;

const LIMIT_PATTERNS: readonly (readonly [RegExp, LimitHit])[] = [
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
