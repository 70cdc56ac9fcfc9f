import type { FileStat, FileSystem } from '../fs/file-system.ts';
import { refuse, workspaceErrors } from '../errors.ts';
import type { LineEnding } from '../text/line-ending.ts';
import type { TextEncoding } from '../text/encoding/text-encoding.ts';
import { hashFile } from './file-version.ts';
import { findTailOffset } from './find-tail-offset.ts';
import { textFormatCache } from './text-format-cache.ts';
import { withFile, type ReadableFile } from './open-file.ts';
import { scanLines } from './scan-lines.ts';
import { textFormatIn, detectTextFormat, type TextFormat } from './text-format.ts';

export interface ReadLinesOptions {
  /** The first line, counted from 0; negative counts from the end. Default 0. */
  readonly start?: number;
  /** Default 2,000. */
  readonly limit?: number;
  /** Stops after this many bytes. Default 1 MiB. */
  readonly maxBytes?: number;
  /** Longer lines are cut. Default 64 KiB. */
  readonly maxLineBytes?: number;
  /** Also counts all lines, which reads the whole file once. Default false. */
  readonly countLines?: boolean;
  /** Keeps the line break at the end of each line, except of cut lines. Default false. */
  readonly keepBreaks?: boolean;
  /** Overrides the detected encoding; invalid bytes become U+FFFD. */
  readonly encoding?: TextEncoding;
  readonly signal?: AbortSignal;
}

export interface LinesRead {
  /** Without line breaks, unless `keepBreaks` is set. */
  readonly lines: string[];
  /** The index of the first line. Unknown if counted from the end without `countLines`. */
  readonly startLine: number | undefined;
  /** Known if the lines were counted, or the end was reached from the start. */
  readonly totalLines: number | undefined;
  /** The file has lines after the last one read. */
  readonly truncated: boolean;
  /** Indexes in `lines` of lines that were cut. */
  readonly cutLines: number[];
  readonly encoding: TextEncoding;
  /** Of the whole file, like the encoding. */
  readonly lineEnding: LineEnding;
  /** SHA-256 of the whole file, if it is small: a file whose time changed but not its content is recognised by it. */
  readonly hash: string | null;
  readonly stat: FileStat;
}

/**
 * Reads lines of a file of any size in bounded memory. The whole file is read once to detect its encoding. Fails with
 * BINARY_FILE if it is not text.
 */
export function readLines(
  fs: FileSystem,
  place: { readonly path: string; readonly display: string },
  options: ReadLinesOptions = {},
): Promise<LinesRead> {
  return withFile(fs, place, async (readable) => {
    const {
      start = 0,
      limit = 2000,
      maxBytes = 1024 * 1024,
      maxLineBytes = 64 * 1024,
      countLines = false,
      keepBreaks = false,
      signal,
    } = options;
    const { file, stat } = readable;
    const {
      encoding,
      lineEnding,
      markBytes: offset,
    } = (await textFormatOf(fs, readable, options)) ?? refuse(notText(place.display));
    const hash = stat.size <= MAX_HASHED ? await hashFile(file) : null;
    const common = { encoding, limit, maxBytes, maxLineBytes, keepBreaks, signal };
    if (start < 0) {
      const lines = -start;
      const total = countLines
        ? (await scanLines(file, { ...common, offset, skip: 0, limit: 0, count: true })).seen
        : undefined;
      const tail = await findTailOffset(file, { size: stat.size, start: offset, lines, encoding, signal });
      const scanned = await scanLines(file, {
        ...common,
        offset: tail,
        skip: 0,
        limit: Math.min(limit, lines),
        count: false,
      });
      return {
        lines: scanned.lines,
        startLine: total === undefined ? (tail === offset ? 0 : undefined) : Math.max(0, total - lines),
        totalLines: total,
        truncated: !scanned.ended,
        cutLines: scanned.cut,
        encoding,
        lineEnding,
        hash,
        stat,
      };
    }
    const scanned = await scanLines(file, { ...common, offset, skip: start, count: countLines });
    return {
      lines: scanned.lines,
      startLine: start,
      totalLines: scanned.ended ? scanned.seen : undefined,
      truncated: !scanned.ended || scanned.seen > start + scanned.lines.length,
      cutLines: scanned.cut,
      encoding,
      lineEnding,
      hash,
      stat,
    };
  });
}

const MAX_HASHED = 1024 * 1024;

async function textFormatOf(
  fs: FileSystem,
  readable: ReadableFile,
  { encoding, signal }: ReadLinesOptions,
): Promise<TextFormat | undefined> {
  if (encoding !== undefined) return textFormatIn(encoding, readable, { signal });
  const known = textFormatCache.get(fs, readable.stat);
  if (known !== undefined) return known;
  const found = await detectTextFormat(readable, { signal });
  if (found !== undefined) textFormatCache.set(fs, readable.stat, found);
  return found;
}

function notText(path: string): ReturnType<typeof workspaceErrors.BINARY_FILE> {
  return workspaceErrors.BINARY_FILE({ message: `${path} is not text.`, details: { path } });
}
