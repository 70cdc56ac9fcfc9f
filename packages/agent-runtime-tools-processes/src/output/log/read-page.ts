import type { LineTest, OutputPage, ReadOptions } from '../../process-handle.ts';
import type { OutputLog } from './output-log.ts';

/**
 * One page of a log. With `search`, a last line without a line break is not searched until it is complete or the program
 * has ended, unless `unfinished` is set.
 */
export async function readPage(log: OutputLog, options: ReadOptions, ended: boolean): Promise<OutputPage> {
  const asked = options.offset ?? 0;
  const from = asked < 0 ? Math.max(0, log.total + asked) : Math.min(asked, log.total);
  const limit = Math.max(4, options.limit ?? DEFAULT_LIMIT);
  if (options.search !== undefined) {
    return searchPage(log, { ...options, from, limit, matches: matcherOf(options.search), ended });
  }
  const { bytes, start } = await log.slice(from, limit);
  return {
    text: bytes.toString(),
    offset: start,
    nextOffset: start + bytes.length,
    total: log.total,
    lost: start - from,
  };
}

const DEFAULT_LIMIT = 30_000;

type Matcher = (line: string) => boolean;

function matcherOf(search: string | RegExp | LineTest): Matcher {
  if (typeof search === 'string') return (line) => line.includes(search);
  // String.prototype.search ignores lastIndex, so expressions with the flags g and y work too.
  return search instanceof RegExp ? (line) => line.search(search) !== -1 : (line) => search.test(line);
}

interface Search {
  readonly from: number;
  readonly limit: number;
  readonly matches: Matcher;
  readonly ended: boolean;
  readonly unfinished?: boolean;
  readonly signal?: AbortSignal;
}

async function searchPage(log: OutputLog, search: Search): Promise<OutputPage> {
  const { from, limit, matches, ended, unfinished = false, signal } = search;
  const found: Buffer[] = [];
  let size = 0;
  let at = from;
  let lost = 0;
  for (;;) {
    const { bytes, start } = await log.slice(at, BLOCK_BYTES);
    lost += start - at;
    at = start;
    if (bytes.length === 0) break;
    const isLast = start + bytes.length >= log.total;
    for (const line of linesOf(bytes, isLast && (ended || unfinished))) {
      const isMatch = matches(withoutLineBreak(line));
      // An incomplete line may match once it is complete.
      if (!isMatch && isLast && !ended && line.at(-1) !== LINE_BREAK) break;
      if (isMatch && size > 0 && size + line.length > limit) return page(found, from, at, log.total, lost);
      at += line.length;
      if (!isMatch) continue;
      found.push(line.subarray(0, limit));
      size += line.length;
    }
    if (isLast || at === start || signal?.aborted) break;
    // Searching a long log must not block the event loop.
    await new Promise(setImmediate);
  }
  return page(found, from, at, log.total, lost);
}

const LINE_BREAK = 10;

/** Lines that are longer than a block are searched in parts. */
const BLOCK_BYTES = 256 * 1024;

/** Lines with their line breaks. An incomplete last line is included if `final` is set or if it fills the block. */
function* linesOf(bytes: Buffer, final: boolean): Generator<Buffer> {
  let start = 0;
  for (let end = bytes.indexOf(LINE_BREAK); end !== -1; end = bytes.indexOf(LINE_BREAK, start)) {
    yield bytes.subarray(start, end + 1);
    start = end + 1;
  }
  if (start < bytes.length && (final || (start === 0 && bytes.length >= BLOCK_BYTES - 4))) yield bytes.subarray(start);
}

function withoutLineBreak(line: Buffer): string {
  return line.toString().replace(/\r?\n$/, '');
}

function page(found: readonly Buffer[], offset: number, nextOffset: number, total: number, lost: number): OutputPage {
  return { text: Buffer.concat(found).toString(), offset, nextOffset, total, lost };
}
