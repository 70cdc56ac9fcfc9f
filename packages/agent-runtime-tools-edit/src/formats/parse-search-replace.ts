import type { Hunk } from '../engine/hunk.ts';
import { FormatError, catchFault, type FormatFault } from './format-fault.ts';

export type ParsedSearchReplace =
  | { readonly ok: true; readonly hunks: readonly Hunk[] }
  | { readonly ok: false; readonly fault: FormatFault };

/**
 * Parses blocks of `<<<<<<< SEARCH`, old lines, `=======`, new lines, `>>>>>>> REPLACE`. All markers of a block have the
 * length of its first one, so longer or shorter ones are content; a `\` before a marker makes it content too. Text outside
 * of blocks is ignored.
 */
export function parseSearchReplace(diff: string): ParsedSearchReplace {
  const parsed = catchFault(() => readBlocks(diff));
  return parsed.ok ? { ok: true, hunks: parsed.value } : parsed;
}

function readBlocks(diff: string): Hunk[] {
  const lines = (diff.startsWith('\ufeff') ? diff.slice(1) : diff).split(/\r?\n/);
  const hunks: Hunk[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const opening = OPENING.exec(line);
    if (opening) {
      const block = readBlock(lines, at, opening);
      hunks.push(block.hunk);
      at = block.end;
    } else if (STRAY_MARKER.test(line)) {
      throw fault(
        at,
        `"${line.trim()}" stands outside of a block.`,
        'Begin every block with "<<<<<<< SEARCH", and put a \\ before content that looks like a marker.',
      );
    }
  }
  if (hunks.length === 0) throw fault(0, 'There is no SEARCH/REPLACE block.', BLOCK_HINT);
  return hunks;
}

const OPENING = /^(<{5,}|-{5,}) ?SEARCH>?\s*$/;
const STRAY_MARKER = /^(={7,}|>{7,} ?REPLACE|\+{7,} ?REPLACE)\s*$/;
const BLOCK_HINT =
  'Write "<<<<<<< SEARCH", the old lines, "=======", the new lines and ">>>>>>> REPLACE", each marker on a line of its own.';

function readBlock(lines: readonly string[], start: number, opening: RegExpExecArray): { hunk: Hunk; end: number } {
  const mark = opening[1] ?? '';
  const closing = new RegExp(`^[>+]{${mark.length}}( ?REPLACE)?\\s*$`);
  const end = lines.findIndex((line, index) => index > start && closing.test(line) && !isPlusContent(line, mark));
  const next = lines.findIndex((line, index) => index > start && OPENING.test(line));
  if (end === -1 || (next !== -1 && next < end)) throw unclosed(start, { next, mark });
  const divider = findDivider(lines, { start, end, length: mark.length });
  const { from, line } = readHint(lines, start + 1, divider);
  return {
    end,
    hunk: {
      before: contentOf(lines, from, divider),
      after: contentOf(lines, divider + 1, end),
      wholeLines: true,
      ...(line === undefined ? {} : { line }),
    },
  };
}

/** In a block that begins with `<`, a line of `+` is content and not the end marker. */
function isPlusContent(line: string, mark: string): boolean {
  return line.startsWith('+') && mark.startsWith('<');
}

function unclosed(start: number, { next, mark }: { next: number; mark: string }): FormatError {
  const close = `${'>'.repeat(mark.length)} REPLACE`;
  if (next !== -1)
    return fault(
      next,
      `A block begins before the one of line ${start + 1} is closed.`,
      `Close each block with "${close}"; put a \\ before content that looks like a marker.`,
    );
  return fault(
    start,
    'The block is not closed.',
    `Send the whole block: it ends with "${close}" on a line of its own.`,
  );
}

function findDivider(
  lines: readonly string[],
  { start, end, length }: { start: number; end: number; length: number },
): number {
  const exact: number[] = [];
  const others: number[] = [];
  for (let at = start + 1; at < end; at += 1) {
    const line = (lines[at] ?? '').trimEnd();
    if (/^={5,}$/.test(line)) (line.length === length ? exact : others).push(at);
  }
  const found = exact.length > 0 ? exact : others;
  const [divider, second] = found;
  const sign = '='.repeat(length);
  if (divider === undefined)
    throw fault(start, `The block has no "${sign}" between its old and its new lines.`, BLOCK_HINT);
  if (second !== undefined)
    throw fault(second, `The block has "${sign}" more than once.`, `Put a \\ before each "${sign}" that is content.`);
  return divider;
}

const HINT = /^:(start_line|end_line):\s*(\d*)\s*$/;

/** The lines `:start_line:12`, `:end_line:15` and `-------` that may come first. */
function readHint(lines: readonly string[], start: number, end: number): { from: number; line: number | undefined } {
  let from = start;
  let line: number | undefined;
  for (; from < end; from += 1) {
    const [, name, value = ''] = HINT.exec(lines[from] ?? '') ?? [];
    if (name === undefined) break;
    if (name === 'start_line' && Number(value) > 0) line = Number(value);
  }
  if (from > start && from < end && /^-{7}\s*$/.test(lines[from] ?? '')) from += 1;
  return { from, line };
}

const ESCAPED = /^\\+([<>=+-]{5,}|:(start|end)_line:)/;

function contentOf(lines: readonly string[], from: number, to: number): string {
  return lines
    .slice(from, to)
    .map((line) => `${ESCAPED.test(line) ? line.slice(1) : line}\n`)
    .join('');
}

function fault(index: number, message: string, suggestion: string): FormatError {
  return new FormatError({ line: index + 1, message, suggestion });
}
