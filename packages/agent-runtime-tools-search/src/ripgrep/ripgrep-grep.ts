import { availableParallelism } from 'node:os';
import { Findings } from '../collect/findings.ts';
import type { GrepAnswer, GrepRequest } from '../grep/grep-engine.ts';
import { ignoreFiles, type IgnoreFiles } from '../scope/ignore-files.ts';
import { belowStart } from '../scope/search-scope.ts';
import { commonArguments, startArgument } from './common-arguments.ts';
import { ContentReader } from './content-reader.ts';
import { JsonReader } from './json-reader.ts';
import { NameReader } from './name-reader.ts';
import { ripgrepFailure } from './ripgrep-failure.ts';
import { ripgrepWarnings } from './ripgrep-warnings.ts';
import { runRipgrep, type RipgrepEnd } from './run-ripgrep.ts';

/**
 * Searches with ripgrep, in parallel and to the end. If there are soon many more matches than the limit, a second search in
 * the order of paths starts, which can stop at the limit. Both give the first matches by path, so the answer does not depend
 * on which one finishes first.
 */
export async function ripgrepGrep(request: GrepRequest, { program }: { program: string }): Promise<GrepAnswer> {
  await using ignored = await ignoreFiles(request.scope, request.files);
  const search: Search = { program, ignored, deadline: performance.now() + request.timeoutMs };
  const isSorted = request.scope.isFile;
  return toAnswer(
    request,
    isSorted ? await runSearch(request, { ...search, isSorted }) : await searchBothWays(request, search),
  );
}

/** With this many times the limit, an ordered search most likely finishes before the parallel one. */
const DENSE_FACTOR = 10;
/** The factor that is enough when the ordered search is expected to take at most SHORT_MS. */
const SHORT_DENSE_FACTOR = 3;
const SHORT_MS = 100;
/** The ordered search may always take this long. */
const MIN_ORDERED_MS = 150;
/** The time to start the ordered search, and how long at most the parallel one is paused for it. */
const START_MS = 10;
const MAX_PAUSE_MS = 50;

interface Search {
  readonly program: string;
  readonly ignored: IgnoreFiles;
  readonly deadline: number;
}

interface SearchOutcome {
  readonly findings: Findings;
  readonly reader: Reader;
  readonly end: RipgrepEnd;
  readonly isFinal: boolean;
  readonly isLate: boolean;
}

type Reader = ContentReader | NameReader | JsonReader;

async function searchBothWays(request: GrepRequest, search: Search): Promise<SearchOutcome> {
  const won = new AbortController();
  const over = new AbortController();
  let ordered: Promise<SearchOutcome | undefined> = Promise.resolve(undefined);
  const startOrdered = async (elapsedMs: number): Promise<SearchOutcome | undefined> => {
    const signal = AbortSignal.any([request.signal, over.signal]);
    const maxOrderedMs = Math.max(MIN_ORDERED_MS, 4 * elapsedMs);
    const found = await runSearch({ ...request, signal }, { ...search, isSorted: true, maxOrderedMs });
    if (found.isFinal) won.abort();
    return found;
  };
  try {
    const signal = AbortSignal.any([request.signal, won.signal]);
    return await runSearch(
      { ...request, signal },
      {
        ...search,
        isSorted: false,
        onDense: (elapsedMs) => {
          ordered = startOrdered(elapsedMs).catch(() => undefined);
        },
      },
    );
  } catch (error) {
    const found = won.signal.aborted && !request.signal.aborted ? await ordered : undefined;
    if (found === undefined) throw error;
    return found;
  } finally {
    over.abort();
    await ordered;
  }
}

interface SearchRunOptions extends Search {
  readonly isSorted: boolean;
  /** The time limit of the ordered search. Without it, the search runs to its end. */
  readonly maxOrderedMs?: number;
  /** Called once, when there are so many matches that an ordered search would finish soon. */
  readonly onDense?: (elapsedMs: number) => void;
}

async function runSearch(request: GrepRequest, options: SearchRunOptions): Promise<SearchOutcome> {
  const { scope, signal, limit, progress } = request;
  const { program, isSorted, deadline, maxOrderedMs } = options;
  const findings = newFindings(request);
  const reader = newReader(request, findings);
  const isEnough = isSorted ? () => findings.isFull : () => false;
  const started = performance.now();
  let { onDense } = options;
  const end = await runRipgrep(grepArguments(request, options), {
    program,
    cwd: scope.root,
    signal,
    isThrottled: true,
    onOutput: (chunk) => {
      reader.read(chunk, isEnough);
      if (progress !== undefined) progress.total = Math.max(progress.total, findings.total);
      const share = findings.total / limit;
      if (onDense === undefined || share < SHORT_DENSE_FACTOR) return !isEnough();
      const elapsedMs = performance.now() - started;
      // The ordered search has one thread, but has to find only the first matches.
      const expectedMs = (elapsedMs * availableParallelism()) / share;
      if (share < DENSE_FACTOR && expectedMs > SHORT_MS) return true;
      onDense(elapsedMs);
      onDense = undefined;
      return Math.min(MAX_PAUSE_MS, START_MS + 2 * expectedMs);
    },
    deadline,
    ...(maxOrderedMs !== undefined && {
      shouldContinue: (elapsedMs) => isLikelyToFinish(elapsedMs, { share: findings.total / limit, maxOrderedMs }),
    }),
  });
  if (end.exitCode !== undefined && reader.statistics === undefined) throw ripgrepFailure(end.errors, request);
  const isLate = performance.now() >= deadline;
  return { findings, reader, end, isFinal: reader.statistics !== undefined || findings.isFull || isLate, isLate };
}

/** Whether the ordered search is on the way to reach the limit soon. */
function isLikelyToFinish(
  elapsedMs: number,
  { share, maxOrderedMs }: { share: number; maxOrderedMs: number },
): boolean {
  return elapsedMs < maxOrderedMs * Math.max(1 / 3, Math.min(1, share));
}

function newFindings({ scope, files, mode, limit, after, progress }: GrepRequest): Findings {
  return new Findings({
    limit,
    unit: mode === 'content' ? 'match' : 'file',
    after: mode === 'content' ? after : 0,
    accepts: (path) => !scope.isHidden(path) && files.accepts?.(belowStart(scope, path)) !== false,
    onFile: progress && ((path) => progress.found(scope.display(path))),
  });
}

function newReader({ mode, multiline }: GrepRequest, findings: Findings): Reader {
  if (mode !== 'content') return new NameReader(findings, { hasCounts: mode === 'count' });
  return multiline ? new JsonReader(findings) : new ContentReader(findings);
}

function grepArguments(
  request: GrepRequest,
  { ignored, isSorted }: Pick<SearchRunOptions, 'ignored' | 'isSorted'>,
): string[] {
  const { scope, files } = request;
  return [
    ...commonArguments(scope, { files, ignored }),
    ...modeArguments(request),
    ...(isSorted && !scope.isFile ? ['--sort=path'] : []),
    ...(request.literal ? ['--fixed-strings'] : []),
    request.ignoreCase ? '--ignore-case' : '--case-sensitive',
    ...(request.multiline ? ['--multiline'] : []),
    '--engine=default',
    '--crlf',
    `--regexp=${request.pattern}`,
    ...startArgument(scope),
  ];
}

function modeArguments({ mode, multiline, before, after, limit }: GrepRequest): string[] {
  switch (mode) {
    case 'files':
      return ['--files-with-matches', '--max-count=1', '--null', '--stats'];
    case 'count':
      return ['--count', '--null', '--with-filename', '--stats'];
    default:
      return [
        ...(multiline
          ? ['--json']
          : ['--null', '--with-filename', '--no-heading', '--line-number', '--column', '--stats']),
        '--no-context-separator',
        // More matches of one file are never returned, so ripgrep need not buffer them.
        `--max-count=${limit + after + 1}`,
        `--before-context=${before}`,
        `--after-context=${after}`,
      ];
  }
}

function toAnswer(request: GrepRequest, { findings, reader, end, isLate }: SearchOutcome): GrepAnswer {
  const searched = /(\d+) files searched/.exec(reader.statistics ?? '')?.[1];
  const warnings = ripgrepWarnings(end.errors, request.scope.display);
  if (isLate && searched === undefined)
    warnings.push(`The search was stopped after ${request.timeoutMs / 1000} s: narrow the path or the pattern.`);
  if (reader instanceof JsonReader && reader.oversize > 0)
    warnings.push(`${reader.oversize} matches of more than 64 MB each were left out.`);
  return {
    files: findings.files(),
    total: findings.total,
    complete: searched !== undefined && !hitsFileLimit(request, findings),
    filesSearched: searched === undefined ? findings.filesSeen : Number(searched) - findings.hiddenFiles,
    binaryFiles: findings.binaryFiles,
    warnings,
  };
}

/** Whether a file had more matches than ripgrep was told to return. */
function hitsFileLimit({ mode, limit, after }: GrepRequest, findings: Findings): boolean {
  return mode === 'content' && findings.mostInOneFile > limit + after;
}
