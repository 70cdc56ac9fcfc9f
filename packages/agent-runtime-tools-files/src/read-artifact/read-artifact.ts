import {
  coreErrors,
  errorMessage,
  linearPattern,
  ToolFailure,
  type ArtifactPage,
  type ArtifactStore,
  type LinearPattern,
  type Owner,
  type ToolContext,
} from '@ku0/agent-runtime-tools-core';
import { filesErrors, refuse } from '../errors.ts';

export interface ReadArtifactParams {
  readonly id: string;
  /** A position in the text, in UTF-16 units. */
  readonly offset?: number;
  /** Characters; with `search` lines. */
  readonly limit?: number;
  readonly search?: string;
}

export interface ArtifactRead {
  id: string;
  /** Empty for searches. */
  text: string;
  offset: number;
  /** The length of the whole, in UTF-16 units. */
  total: number;
  /** The offset for the next call; absent at the end. */
  nextOffset?: number;
  matches?: ArtifactMatch[];
}

export interface ArtifactMatch {
  /** Counted from 1. */
  line: number;
  /** Where the line begins. */
  offset: number;
  /** The line, cut where it is long. */
  content: string;
}

export interface ArtifactCall extends Pick<ToolContext, 'signal' | 'emitProgress'> {
  readonly store: ArtifactStore;
  readonly owner: Owner;
}

/** Reads a page of an artifact, or its lines that match. Artifacts of other owners are not found. */
export async function readArtifact(params: ReadArtifactParams, call: ArtifactCall): Promise<ArtifactRead> {
  const { id, offset = 0, limit, search } = params;
  if (search !== undefined) return searchArtifact({ id, offset, limit: limit ?? MAX_MATCHES, search }, call);
  const page = await pageOf({ id, offset, limit: limit ?? DEFAULT_LIMIT }, call);
  const end = page.offset + page.text.length;
  return {
    id,
    text: page.text,
    offset: page.offset,
    total: page.total,
    ...(end < page.total && page.text !== '' && { nextOffset: end }),
  };
}

export const DEFAULT_LIMIT = 20_000;

/** Reads page by page from the start, because lines are counted from there. */
async function searchArtifact(
  { id, offset, limit, search }: Required<ReadArtifactParams>,
  call: ArtifactCall,
): Promise<ArtifactRead> {
  const pattern = compilePattern(search);
  const matches: ArtifactMatch[] = [];
  let [line, at, rest] = [1, 0, ''];
  for (;;) {
    const page = await pageOf({ id, offset: at + rest.length, limit: PAGE }, call);
    const isLast = page.offset + page.text.length >= page.total || page.text === '';
    const lines = (rest + page.text).split('\n');
    // A very long line is searched in pieces, so that memory stays bounded.
    const isPiece = lines.length === 1 && !isLast && (lines[0]?.length ?? 0) >= MAX_LINE;
    rest = isLast || isPiece ? '' : (lines.pop() ?? '');
    for (const text of lines) {
      const isInRange = at + text.length >= offset;
      if (isInRange && matches.length === limit)
        return searchResult({ id, matches, offset, total: page.total, nextOffset: at });
      if (isInRange && pattern.test(text)) matches.push({ line, offset: at, content: text.slice(0, MAX_SHOWN) });
      at += text.length + (isPiece ? 0 : 1);
      if (!isPiece) line++;
    }
    if (isLast) return searchResult({ id, matches, offset, total: page.total });
    call.emitProgress(at, page.total, `${matches.length} matching lines`);
  }
}

function searchResult(read: Omit<ArtifactRead, 'text'>): ArtifactRead {
  return { text: '', ...read };
}

const MAX_MATCHES = 50;
const MAX_SHOWN = 500;
const PAGE = 256 * 1024;
const MAX_LINE = 4 * 1024 * 1024;

async function pageOf(
  { id, offset, limit }: { id: string; offset: number; limit: number },
  { store, owner, signal }: ArtifactCall,
): Promise<ArtifactPage> {
  if (signal.aborted) throw new ToolFailure(coreErrors.CANCELLED());
  const page = await store.read(id, { owner, offset, limit });
  return (
    page ?? refuse(filesErrors.ARTIFACT_NOT_FOUND({ message: `There is no artifact ${id} here.`, details: { id } }))
  );
}

function compilePattern(source: string): LinearPattern {
  try {
    return linearPattern(source);
  } catch (error) {
    return refuse(
      coreErrors.VALIDATION_ERROR({
        message: `search is not a regular expression that can be used here: ${errorMessage(error)}`,
        suggestion: 'Use a simple expression, such as "error|warning", without look-around or back references.',
      }),
    );
  }
}
