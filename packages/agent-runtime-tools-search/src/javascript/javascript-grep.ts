import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { Findings } from '../collect/findings.ts';
import { rawPath } from '../collect/path-order.ts';
import { patternFault, searchErrors } from '../errors.ts';
import type { GrepAnswer, GrepRequest } from '../grep/grep-engine.ts';
import { BackgroundScanner } from './background-scanner.ts';
import { listSearchable, type SearchableFile, type SearchableFiles } from './list-searchable.ts';
import { PatternError, UnsupportedPattern } from './pattern-errors.ts';
import { readAhead } from './read-ahead.ts';
import { TextScanner, type Scan, type ScanPlan } from './scan-text.ts';
import { translatePattern } from './translate-pattern.ts';

/** Searches without ripgrep, one file after the other, with the same answers. */
export async function javascriptGrep(
  request: GrepRequest,
  known: { readonly listed?: SearchableFiles } = {},
): Promise<GrepAnswer> {
  const { workspace, scope, files: filter, signal } = request;
  const plan = scanPlan(request);
  const scanner = newScanner(plan);
  const isSimple = translatePattern(plan.pattern, { ...plan, hasBrokenBytes: false }).isSimple;
  const listed = known.listed ?? (await listSearchable(scope, { workspace, filter, signal }));
  if (isSimple) return await searchFiles(request, { listed, scan: async (bytes) => scanner.scan(bytes) });
  await using background = new BackgroundScanner(plan, { signal });
  return await searchFiles(request, { listed, scan: (bytes) => background.scan(bytes) });
}

/** Whether a search takes time in proportion to the text, so that it may run where others wait for it. */
export function isSimpleSearch(request: GrepRequest): boolean {
  try {
    return translatePattern(request.pattern, { ...request, hasBrokenBytes: false }).isSimple;
  } catch {
    return false;
  }
}

function scanPlan({ pattern, literal, ignoreCase, multiline, before, after, mode, limit }: GrepRequest): ScanPlan {
  return { pattern, literal, ignoreCase, multiline, before, after, mode, most: limit + after + 1 };
}

function newScanner(plan: ScanPlan): TextScanner {
  try {
    const { crossesLines } = translatePattern(plan.pattern, { ...plan, hasBrokenBytes: false });
    if (/\n|\\n/.test(plan.pattern) && crossesLines && !plan.multiline)
      throw new ToolFailure(
        searchErrors.INVALID_PATTERN({
          message: 'The pattern has a line break, but a search looks at one line at a time.',
          suggestion: 'Set multiline: true to find matches that span lines.',
          details: { pattern: plan.pattern.slice(0, 1_000) },
        }),
      );
    return new TextScanner(plan);
  } catch (error) {
    if (error instanceof PatternError)
      throw new ToolFailure(
        searchErrors.INVALID_PATTERN({
          ...patternFault(error.message),
          details: { pattern: plan.pattern.slice(0, 1_000) },
        }),
        { cause: error },
      );
    if (error instanceof UnsupportedPattern || error instanceof SyntaxError)
      throw new ToolFailure(
        coreErrors.ENGINE_NOT_AVAILABLE({
          message: `Without ripgrep, a pattern cannot have ${error instanceof SyntaxError ? 'this form' : error.message}.`,
          suggestion: 'Write the pattern in a simpler way, or set literal: true.',
        }),
        { cause: error },
      );
    throw error;
  }
}

interface SearchOptions {
  readonly listed: SearchableFiles;
  readonly scan: (bytes: Buffer) => Promise<Scan>;
}

async function searchFiles(request: GrepRequest, { listed, scan }: SearchOptions): Promise<GrepAnswer> {
  const { workspace, scope, mode, limit, after, signal, timeoutMs, progress } = request;
  const deadline = performance.now() + timeoutMs;
  const findings = new Findings({
    limit,
    unit: mode === 'content' ? 'match' : 'file',
    after: mode === 'content' ? after : 0,
    accepts: () => true,
    onFile: progress && ((path) => progress.found(scope.display(path))),
  });
  const warnings = [...listed.warnings];
  let [searched, isStopped] = [0, !listed.complete];
  const read = (file: SearchableFile) => readSearchable(file, { workspace, display: scope.display, warnings });
  for await (const { item: file, result: bytes } of readAhead(listed.files, read)) {
    signal.throwIfAborted();
    if (performance.now() > deadline) {
      warnings.push(`The search was stopped after ${timeoutMs / 1000} s: narrow the path or the pattern.`);
      isStopped = true;
      break;
    }
    if (bytes === undefined) continue;
    searched++;
    record(findings, file, await scan(bytes));
    if (progress !== undefined) progress.total = findings.total;
    if (findings.isFull) break;
  }
  const complete =
    !isStopped && !findings.isFull && findings.mostInOneFile <= (mode === 'content' ? limit + after : Infinity);
  return {
    files: findings.files(),
    total: findings.total,
    complete,
    filesSearched: findings.isFull ? findings.filesSeen : searched,
    binaryFiles: findings.binaryFiles,
    warnings,
  };
}

function record(findings: Findings, { path }: SearchableFile, { matches, lines }: Scan): void {
  if (matches === 0) return;
  findings.enter(rawPath(path));
  if (lines.length === 0) findings.count(matches);
  for (const line of lines) {
    if (findings.isFull) return;
    if (line.isMatch) findings.count(1);
    findings.add(line);
  }
}

/** Larger files need ripgrep, which does not hold them in memory. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

async function readSearchable(
  { path }: SearchableFile,
  { workspace, display, warnings }: { workspace: Workspace; display: (path: string) => string; warnings: string[] },
): Promise<Buffer | undefined> {
  try {
    return (await workspace.read(display(path), { maxBytes: MAX_FILE_BYTES })).bytes;
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    if (error.error.code === 'TOO_LARGE') warnings.push(`Not searched: ${display(path)}: larger than 256 MB`);
    else if (error.error.code !== 'FILE_NOT_FOUND')
      warnings.push(`Not searched: ${display(path)}: ${error.error.message}`);
    return undefined;
  }
}
