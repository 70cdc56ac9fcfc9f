import { ToolFailure, printable, type ToolError } from '@ku0/agent-runtime-tools-core';
import { withPathSuggestions, workspaceErrors, type WorkspaceLines } from '@ku0/agent-runtime-tools-workspace';
import { refuse } from '../errors.ts';
import type { FileCall } from '../file-call.ts';
import type { ReadLimits } from '../read-limits.ts';
import { estimateTokens } from './estimate-tokens.ts';

export interface ReadParams {
  readonly file_paths: readonly string[];
  /** Lines per file; 0 is all. */
  readonly limit?: number;
  /** The first line, counted from 1; negative counts from the end. */
  readonly offset?: number;
}

export interface FilesRead {
  content: string;
  files_read: number;
  files_failed: number;
  /** Of the content. */
  estimated_tokens: number;
  failures?: { path: string; code: string; message: string }[];
}

export interface ReadOutcome {
  readonly value: FilesRead;
  /** The display paths of the files that were read. */
  readonly paths: readonly string[];
}

/**
 * Reads several files with line numbers, each under a heading with its path. A file that cannot be read, or that would
 * exceed the token limit, has its error in its place. Throws if no file could be read.
 */
export async function read(
  { file_paths, limit = 0, offset = 1 }: ReadParams,
  call: FileCall & { readonly limits: ReadLimits },
): Promise<ReadOutcome> {
  const sections: string[] = [];
  const paths: string[] = [];
  const failures: { path: string; error: ToolError }[] = [];
  let tokens = 0;
  for (const [index, path] of file_paths.entries()) {
    if (file_paths.length > 1) call.emitProgress(index, file_paths.length, path);
    try {
      const budget = call.limits.maxTokens - tokens;
      const section = await readSection(path, { limit, offset, budget, call });
      tokens += section.tokens;
      paths.push(section.path);
      sections.push(section.text);
    } catch (error) {
      if (!(error instanceof ToolFailure) || call.signal.aborted) throw error;
      failures.push({ path, error: error.error });
      const { code, message, suggestion } = error.error;
      sections.push(`${heading(path)}\nError ${code}: ${message}${suggestion === undefined ? '' : ` ${suggestion}`}`);
    }
  }
  const [first] = failures;
  if (paths.length === 0 && first !== undefined) refuse(allFailed(first.error, failures));
  return {
    paths,
    value: {
      content: sections.join('\n\n'),
      files_read: paths.length,
      files_failed: failures.length,
      estimated_tokens: tokens,
      ...(failures.length > 0 && {
        failures: failures.map(({ path, error: { code, message } }) => ({ path, code, message })),
      }),
    },
  };
}

interface SectionOptions {
  readonly limit: number;
  readonly offset: number;
  /** Tokens that are left for this file. */
  readonly budget: number;
  readonly call: FileCall & { readonly limits: ReadLimits };
}

async function readSection(
  path: string,
  { limit, offset, budget, call }: SectionOptions,
): Promise<{ path: string; text: string; tokens: number }> {
  const { workspace, owner, signal, limits } = call;
  const found = await withPathSuggestions(workspace, () =>
    workspace.readLines(path, {
      start: offset > 0 ? offset - 1 : offset,
      limit: limit === 0 ? Number.MAX_SAFE_INTEGER : limit,
      // A token has at most four bytes, so longer text cannot fit the budget.
      maxBytes: Math.max(1, budget) * MAX_BYTES_PER_TOKEN,
      maxLineBytes: limits.maxLineBytes,
      countLines: true,
      signal,
      ...owner,
      track: false,
    }),
  );
  const given = found.lines.length;
  const isShort = found.truncated && (limit === 0 || given < limit);
  const text = `${heading(found.file.display)}\n${numbered(found, { offset })}`;
  const tokens = estimateTokens(text);
  if (isShort || tokens > budget)
    refuse(tooMany(found, { tokens: isShort ? guessTokens(found, limit) : tokens, budget, limits }));
  const { version, hash, startLine = 0 } = found;
  workspace.tracker.recordRead(owner, found.file.path, { version, hash, lines: [startLine, startLine + given] });
  return { path: found.file.display, text, tokens };
}

const MAX_BYTES_PER_TOKEN = 4;

function heading(path: string): string {
  return `=== ${printable(path)} ===`;
}

function numbered(
  { lines, startLine = 0, totalLines = 0, cutLines, truncated, size }: WorkspaceLines,
  { offset }: { offset: number },
): string {
  if (lines.length === 0) {
    return size === 0 || totalLines === 0
      ? '[empty file]'
      : `[there is no line ${offset}: the file has ${totalLines} lines]`;
  }
  const cut = new Set(cutLines);
  const rows = lines.map(
    (line, index) =>
      `${String(startLine + index + 1).padStart(6)}\t${line}${cut.has(index) ? ' [cut: the line is too long]' : ''}`,
  );
  const last = startLine + lines.length;
  if (truncated) rows.push(`[lines ${startLine + 1} to ${last} of ${totalLines}; read on with offset ${last + 1}]`);
  return rows.join('\n');
}

/** A guess by size, for text that was too long to be read. */
function guessTokens({ size, totalLines = 1 }: WorkspaceLines, limit: number): number {
  const share = limit === 0 ? 1 : Math.min(1, limit / Math.max(1, totalLines));
  return Math.ceil((size * share) / 3);
}

function tooMany(
  { file, totalLines }: WorkspaceLines,
  { tokens, budget, limits }: { tokens: number; budget: number; limits: ReadLimits },
): ToolError {
  const isShared = budget < limits.maxTokens;
  return workspaceErrors.TOO_LARGE({
    message: `${file.display} would take about ${tokens} tokens; ${budget} are left of ${limits.maxTokens}.`,
    suggestion: `Read a part of it with limit and offset${totalLines === undefined ? '' : ` (it has ${totalLines} lines)`}${isShared ? ', or in a call of its own' : ''}.`,
    details: { path: file.display, estimatedTokens: tokens, maxTokens: limits.maxTokens },
  });
}

function allFailed(first: ToolError, failures: readonly { path: string; error: ToolError }[]): ToolError {
  if (failures.length === 1) return first;
  const message = failures.map(({ error }) => error.message).join(' ');
  return { ...first, message: `No file could be read. ${message.slice(0, MAX_MESSAGE)}` };
}

const MAX_MESSAGE = 2000;
