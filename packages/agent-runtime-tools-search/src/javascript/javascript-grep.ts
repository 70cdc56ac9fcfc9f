import { coreErrors, ToolFailure } from '@ku0/agent-runtime-tools-core';
import { Findings } from '../collect/findings.ts';
import { rawPath } from '../collect/path-order.ts';
import { patternFault, searchErrors } from '../errors.ts';
import type { GrepAnswer, GrepRequest } from '../grep/grep-engine.ts';
import { BackgroundScanner } from './background-scanner.ts';
import { listFiles } from './javascript-glob.ts';
import { PatternError, UnsupportedPattern } from './pattern-errors.ts';
import { TextScanner, type Scan, type ScanPlan } from './scan-text.ts';
import { translatePattern } from './translate-pattern.ts';

/** Searches without ripgrep, one file after the other. A pattern that repeats something runs in a thread of its own. */
export async function javascriptGrep(request: GrepRequest): Promise<GrepAnswer> {
  const plan = scanPlan(request);
  const { scanner, isSimple } = newScanner(plan);
  if (isSimple) return await searchFiles(request, async (bytes) => scanner.scan(bytes));
  await using background = new BackgroundScanner(plan, { signal: request.signal });
  return await searchFiles(request, (bytes) => background.scan(bytes));
}

function scanPlan({ pattern, literal, ignoreCase, multiline, before, after, mode, limit }: GrepRequest): ScanPlan {
  return { pattern, literal, ignoreCase, multiline, before, after, mode, maxMatches: limit + after + 1 };
}

function newScanner(plan: ScanPlan): { scanner: TextScanner; isSimple: boolean } {
  try {
    const { crossesLines, isSimple } = translatePattern(plan.pattern, { ...plan, hasBrokenBytes: false });
    if (/\n|\\n/.test(plan.pattern) && crossesLines && !plan.multiline)
      throw new ToolFailure(
        searchErrors.INVALID_PATTERN({
          message: 'The pattern has a line break, but lines are searched one at a time.',
          suggestion: 'Set multiline: true to find matches that span lines.',
          details: { pattern: plan.pattern.slice(0, 1_000) },
        }),
      );
    return { scanner: new TextScanner(plan), isSimple };
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

async function searchFiles(request: GrepRequest, scan: (bytes: Buffer) => Promise<Scan>): Promise<GrepAnswer> {
  const { scope, mode, limit, after, signal, timeoutMs, progress } = request;
  const listed = await listFiles(request);
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
  for (const { path } of listed.files) {
    signal.throwIfAborted();
    if (performance.now() > deadline) {
      warnings.push(`The search was stopped after ${timeoutMs / 1000} s: narrow the path or the pattern.`);
      isStopped = true;
      break;
    }
    const bytes = await readFile(request, path, warnings);
    if (bytes === undefined) continue;
    searched++;
    record(findings, path, await scan(bytes));
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

function record(findings: Findings, path: string, { matches, lines }: Scan): void {
  if (matches === 0) return;
  findings.startFile(rawPath(path));
  if (lines.length === 0) findings.count(matches);
  for (const line of lines) {
    if (findings.isFull) return;
    if (line.isMatch) findings.count(1);
    findings.add(line);
  }
}

/** Larger files need ripgrep, which does not read a whole file into memory. */
const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Undefined for a file that cannot be read, with a warning unless the file was deleted in the meantime. */
async function readFile(
  { workspace, scope: { display } }: GrepRequest,
  path: string,
  warnings: string[],
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
