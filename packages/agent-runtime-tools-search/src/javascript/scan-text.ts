import { isUtf8 } from 'node:buffer';
import type { Excerpt } from '../collect/excerpt.ts';
import { excerpt } from '../collect/excerpt.ts';
import { translatePattern } from './translate-pattern.ts';

/** What to search for. Plain data, since it is sent to a worker thread. */
export interface ScanPlan {
  readonly pattern: string;
  readonly literal: boolean;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
  readonly before: number;
  readonly after: number;
  readonly mode: 'content' | 'files' | 'count';
  /** The search of a file stops after this many matches. */
  readonly maxMatches: number;
}

export interface ScannedLine extends Excerpt {
  readonly line: number;
  readonly isMatch: boolean;
}

export interface Scan {
  readonly isBinary: boolean;
  readonly matches: number;
  /** In content mode, the matches and their context lines in order, each line once. */
  readonly lines: readonly ScannedLine[];
}

/** Searches the bytes of a file like ripgrep. */
export class TextScanner {
  readonly #plan: ScanPlan;
  readonly #expressions = new Map<boolean, Expression>();

  /** Throws PatternError or UnsupportedPattern. */
  constructor(plan: ScanPlan) {
    this.#plan = plan;
    this.#expression(false);
  }

  scan(bytes: Buffer): Scan {
    const text = decode(bytes);
    if (text === undefined) return { isBinary: true, matches: 0, lines: [] };
    const { pattern, seesBlocks } = this.#expression(text.hasBrokenBytes);
    const lines = splitLines(text.value);
    const found = this.#plan.multiline && seesBlocks ? blocks(text.value, lines, pattern) : single(lines, pattern);
    return this.#result(lines, found);
  }

  /** The first match of each line, or of each block of lines. */
  #result(lines: readonly Line[], found: Iterable<Block>): Scan {
    const { mode, maxMatches, before, after } = this.#plan;
    const kept: Block[] = [];
    let matches = 0;
    for (const block of found) {
      matches += mode === 'content' ? 1 : block.matches;
      if (mode === 'files') break;
      if (mode === 'content') kept.push(block);
      if (mode === 'content' && matches >= maxMatches) break;
    }
    return { isBinary: false, matches, lines: withContext(lines, kept, { before, after }) };
  }

  #expression(hasBrokenBytes: boolean): Expression {
    const known = this.#expressions.get(hasBrokenBytes);
    if (known !== undefined) return known;
    const { pattern, literal, ignoreCase } = this.#plan;
    const translated = translatePattern(pattern, { literal, ignoreCase, hasBrokenBytes });
    const made = {
      pattern: new RegExp(translated.source, `gv${translated.ignoreCase ? 'i' : ''}`),
      seesBlocks: translated.crossesLines || translated.isAnchored,
    };
    this.#expressions.set(hasBrokenBytes, made);
    return made;
  }
}

interface Expression {
  readonly pattern: RegExp;
  readonly seesBlocks: boolean;
}

interface Line {
  readonly start: number;
  /** Without the line break. */
  readonly text: string;
}

interface Block {
  /** Indexes of lines. */
  readonly first: number;
  last: number;
  /** UTF-16 units in the first line. */
  readonly column: number;
  matches: number;
}

/** Decodes UTF-8 and UTF-16 text; undefined for a binary file. */
function decode(bytes: Buffer): { value: string; hasBrokenBytes: boolean } | undefined {
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  if (wide !== undefined) {
    const value = new TextDecoder(wide).decode(bytes);
    return value.includes('\0') ? undefined : { value, hasBrokenBytes: false };
  }
  if (bytes.includes(0)) return undefined;
  const hasMark = first === 0xef && second === 0xbb && bytes[2] === 0xbf;
  return { value: bytes.toString('utf8', hasMark ? 3 : 0), hasBrokenBytes: !isUtf8(bytes) };
}

function splitLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const stop = end === -1 ? text.length : end;
    const trimmed = end !== -1 && text.charCodeAt(stop - 1) === 13 && stop > start ? stop - 1 : stop;
    lines.push({ start, text: text.slice(start, trimmed) });
    start = stop + 1;
  }
  return lines;
}

function* single(lines: readonly Line[], pattern: RegExp): Generator<Block> {
  for (const [index, { text }] of lines.entries()) {
    pattern.lastIndex = 0;
    const found = pattern.exec(text);
    if (found !== null) yield { first: index, last: index, column: found.index, matches: 1 };
  }
}

/** Matches over several lines. Matches whose lines touch form one block. */
function* blocks(text: string, lines: readonly Line[], pattern: RegExp): Generator<Block> {
  let current: Block | undefined;
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index >= text.length) break;
    const first = lineAt(lines, found.index, from);
    const last = lineAt(lines, Math.max(found.index, found.index + found[0].length - 1), first);
    from = first;
    if (current !== undefined && first <= current.last + 1) {
      current.last = Math.max(current.last, last);
      current.matches++;
      continue;
    }
    if (current !== undefined) yield current;
    current = { first, last, column: found.index - (lines[first]?.start ?? 0), matches: 1 };
  }
  if (current !== undefined) yield current;
}

function lineAt(lines: readonly Line[], offset: number, from: number): number {
  let index = from;
  while ((lines[index + 1]?.start ?? Infinity) <= offset) index++;
  return index;
}

function withContext(
  lines: readonly Line[],
  kept: readonly Block[],
  { before, after }: { before: number; after: number },
): ScannedLine[] {
  const shown: ScannedLine[] = [];
  let next = 0;
  for (const [index, { first, last, column }] of kept.entries()) {
    for (next = Math.max(next, first - before); next < first; next++) shown.push(context(lines, next));
    const block = lines
      .slice(first, last + 1)
      .map(({ text }) => text)
      .join('\n');
    const bytes = Buffer.from(block);
    shown.push({
      line: first + 1,
      isMatch: true,
      ...matchText(block, bytes, Buffer.byteLength(block.slice(0, column)) + 1),
    });
    next = last + 1;
    const stop = Math.min(lines.length, last + 1 + after, kept[index + 1]?.first ?? Infinity);
    for (; next < stop; next++) shown.push(context(lines, next));
  }
  return shown;
}

function matchText(block: string, bytes: Buffer, column: number): Excerpt {
  if (bytes.length > MAX_BLOCK_BYTES || !block.includes('\n')) return excerpt(bytes, column);
  return { text: block, column: bytes.toString('utf8', 0, column - 1).length + 1, cut: false };
}

const MAX_BLOCK_BYTES = 40_000;

function context(lines: readonly Line[], index: number): ScannedLine {
  return { line: index + 1, isMatch: false, ...excerpt(Buffer.from(lines[index]?.text ?? ''), 0) };
}
