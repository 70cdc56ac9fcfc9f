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
 * Searches with ripgrep, in parallel and to the end. When there are soon more matches than are asked for, a second
 * search in the order of paths sets out to find the first ones. Both give the first matches by path, so that the
 * answer does not depend on which comes to it.
 */
export async function ripgrepGrep(request: GrepRequest, { program }: { program: string }): Promise<GrepAnswer> {
  await using ignored = await ignoreFiles(request.scope, request.files);
  const search: Search = { program, ignored, deadline: performance.now() + request.timeoutMs };
  const isSorted = request.scope.isFile;
  return answer(request, isSorted ? await attempt(request, { ...search, isSorted }) : await race(request, search));
}

/** So many times the limit show that a search in order would have an answer before the one in parallel is through. */
const DENSE = 10;
/** So many are enough when it would not take long. */
const RATHER_DENSE = 3;
const SHORT_MS = 100;
/** How long the search in order may take at least. */
const PATIENCE_MS = 150;
/** What it takes to start it, and for how long at most the search in parallel leaves the processors to it. */
const START_MS = 10;
const HOLD_MS = 50;

interface Search {
  readonly program: string;
  readonly ignored: IgnoreFiles;
  readonly deadline: number;
}

interface Attempt {
  readonly findings: Findings;
  readonly reader: Reader;
  readonly end: RipgrepEnd;
  readonly isAnswer: boolean;
  readonly isLate: boolean;
}

type Reader = ContentReader | NameReader | JsonReader;

async function race(request: GrepRequest, search: Search): Promise<Attempt> {
  const won = new AbortController();
  const over = new AbortController();
  let ordered: Promise<Attempt | undefined> = Promise.resolve(undefined);
  const startOrdered = async (elapsedMs: number): Promise<Attempt | undefined> => {
    const signal = AbortSignal.any([request.signal, over.signal]);
    const patienceMs = Math.max(PATIENCE_MS, 4 * elapsedMs);
    const found = await attempt({ ...request, signal }, { ...search, isSorted: true, patienceMs });
    if (found.isAnswer) won.abort();
    return found;
  };
  try {
    const signal = AbortSignal.any([request.signal, won.signal]);
    return await attempt(
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

interface AttemptOptions extends Search {
  readonly isSorted: boolean;
  /** For how long the search in order may go on; to its end when not given. */
  readonly patienceMs?: number;
  /** Called once, when there is so much that a search in order would have an answer soon. */
  readonly onDense?: (elapsedMs: number) => void;
}

async function attempt(request: GrepRequest, options: AttemptOptions): Promise<Attempt> {
  const { scope, signal, limit, progress } = request;
  const { program, isSorted, deadline, patienceMs } = options;
  const findings = newFindings(request);
  const reader = newReader(request, findings);
  const isEnough = isSorted ? () => findings.isFull : () => false;
  const started = performance.now();
  let { onDense } = options;
  const end = await runRipgrep(grepArguments(request, options), {
    program,
    cwd: scope.root,
    signal,
    isPaced: true,
    onOutput: (chunk) => {
      reader.read(chunk, isEnough);
      if (progress !== undefined) progress.total = Math.max(progress.total, findings.total);
      const share = findings.total / limit;
      if (onDense === undefined || share < RATHER_DENSE) return !isEnough();
      const elapsedMs = performance.now() - started;
      // One thread alone takes longer, but only to the first of all that there is.
      const expectedMs = (elapsedMs * availableParallelism()) / share;
      if (share < DENSE && expectedMs > SHORT_MS) return true;
      onDense(elapsedMs);
      onDense = undefined;
      return Math.min(HOLD_MS, START_MS + 2 * expectedMs);
    },
    deadline,
    ...(patienceMs !== undefined && {
      goOn: (elapsedMs) => isWorthwhile(elapsedMs, { share: findings.total / limit, patienceMs }),
    }),
  });
  if (end.exitCode !== undefined && reader.statistics === undefined) throw ripgrepFailure(end.errors, request);
  const isLate = performance.now() >= deadline;
  return { findings, reader, end, isAnswer: reader.statistics !== undefined || findings.isFull || isLate, isLate };
}

/** The search in order goes on only as long as it promises to reach the limit soon. */
function isWorthwhile(elapsedMs: number, { share, patienceMs }: { share: number; patienceMs: number }): boolean {
  return elapsedMs < patienceMs * Math.max(1 / 3, Math.min(1, share));
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
  { ignored, isSorted }: Pick<AttemptOptions, 'ignored' | 'isSorted'>,
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
        // More of one file is never shown: ripgrep need not hold it in memory.
        `--max-count=${limit + after + 1}`,
        `--before-context=${before}`,
        `--after-context=${after}`,
      ];
  }
}

function answer(request: GrepRequest, { findings, reader, end, isLate }: Attempt): GrepAnswer {
  const searched = /(\d+) files searched/.exec(reader.statistics ?? '')?.[1];
  const warnings = ripgrepWarnings(end.errors, request.scope.display);
  if (isLate && searched === undefined)
    warnings.push(`The search was stopped after ${request.timeoutMs / 1000} s: narrow the path or the pattern.`);
  if (reader instanceof JsonReader && reader.oversize > 0)
    warnings.push(`${reader.oversize} matches of more than 64 MB each were left out.`);
  return {
    files: findings.files(),
    total: findings.total,
    complete: searched !== undefined && !isCapped(request, findings),
    filesSearched: searched === undefined ? findings.filesSeen : Number(searched) - findings.hiddenFiles,
    binaryFiles: findings.binaryFiles,
    warnings,
  };
}

/** A file had more matches than ripgrep was asked for. */
function isCapped({ mode, limit, after }: GrepRequest, findings: Findings): boolean {
  return mode === 'content' && findings.mostInOneFile > limit + after;
}
