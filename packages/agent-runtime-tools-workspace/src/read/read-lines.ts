import type { FileStat, FileSystem } from '../fs/file-system.ts';
import { refuse, workspaceErrors } from '../errors.ts';
import { detectLineEnding, type LineEnding } from '../text/line-ending.ts';
import { decodeText, detectEncoding, markLength, SAMPLE_BYTES, type TextEncoding } from '../text/text-encoding.ts';
import { hashFile } from './file-version.ts';
import { findTail } from './find-tail.ts';
import { readRange, withFile, type ReadableFile } from './open-file.ts';
import { scanLines } from './scan-lines.ts';

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
  /** Leaves the line breaks at the lines, so that joined they are the text as it stands. Cut lines have none. Default false. */
  readonly keepBreaks?: boolean;
  readonly signal?: AbortSignal;
}

export interface LinesRead {
  /** Without line breaks, unless they were to be kept. */
  readonly lines: string[];
  /** The number of the first line, from 0. Unknown when counted from the end without `countLines`. */
  readonly startLine: number | undefined;
  /** Known when they were counted or the end was reached from the start. */
  readonly totalLines: number | undefined;
  /** There are lines after the last one given. */
  readonly truncated: boolean;
  /** Positions in `lines` of lines that were cut. */
  readonly cutLines: number[];
  readonly encoding: TextEncoding;
  /** Judged by the first 8 KiB. */
  readonly lineEnding: LineEnding;
  /** SHA-256 of the whole file, where it is small enough to be read for that: then a touched file is known by it. */
  readonly hash: string | null;
  readonly stat: FileStat;
}

/** Some lines of a file of any size, in bounded memory. Fails with BINARY_FILE when the start is no text. */
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
    const { encoding, lineEnding } = await detect(readable, place.display);
    const hash = stat.size <= MAX_HASHED ? await hashFile(file) : null;
    const common = { encoding, limit, maxBytes, maxLineBytes, keepBreaks, signal };
    const offset = markLength(encoding);
    if (start < 0) {
      const lines = -start;
      const total = countLines
        ? (await scanLines(file, { ...common, offset, skip: 0, limit: 0, count: true })).seen
        : undefined;
      const tail = await findTail(file, { size: stat.size, start: offset, lines, encoding, signal });
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

async function detect(
  { file, stat }: ReadableFile,
  path: string,
): Promise<{ encoding: TextEncoding; lineEnding: LineEnding }> {
  const sample = await readRange(file, 0, Math.min(SAMPLE_BYTES, stat.size));
  const encoding = detectEncoding(sample, { complete: sample.byteLength === stat.size });
  if (encoding === undefined)
    return refuse(workspaceErrors.BINARY_FILE({ message: `${path} is not text.`, details: { path } }));
  const lineEnding = detectLineEnding(decodeText(sample.subarray(markLength(encoding)), encoding).replace(/\r$/, ''));
  return { encoding, lineEnding };
}
