import { readFileHeader } from '@ku0/agent-runtime-tools-workspace/patch';
import type { Hunk } from '../engine/hunk.ts';
import type { FilePatch } from './file-patch.ts';
import { FormatError } from './format-fault.ts';
import { HunkBody } from './hunk-body.ts';
import { parseRange } from './parse-range.ts';

/** Whether a text is a `*** Begin Patch` patch. In a diff, an indented marker is a line of a file. */
export function isBeginPatch(lines: readonly string[]): boolean {
  return (
    isMarker(
      lines.find((line) => line.trim() !== ''),
      'Begin Patch',
    ) || lines.some((line) => isUnindentedHeader(line) && !isMarker(line, 'End Patch'))
  );
}

/**
 * Reads a `*** Begin Patch` patch. Markers and headers may have blanks around them; inside a hunk, an indented one is a
 * line of the file. Throws a FormatError.
 */
export function readBeginPatch(lines: readonly string[]): FilePatch[] {
  const begin = lines.findIndex((line) => isMarker(line, 'Begin Patch'));
  if (begin === -1)
    throw fault(0, 'The patch does not begin with "*** Begin Patch".', 'Put "*** Begin Patch" on the first line.');
  const end = findEnd(lines);
  if (end <= begin)
    throw fault(
      lines.length - 1,
      'The patch has no "*** End Patch": it may have been cut off.',
      'Send the whole patch, up to the line "*** End Patch".',
    );
  const files: FilePatch[] = [];
  let at = begin + 1;
  while (at < end) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      at += 1;
      continue;
    }
    const { action, path } = readFileHeader(line) ?? { action: 'move', path: '' };
    if (action === 'move') throw fault(at, `"${truncate(line)}" stands outside of a file's section.`, SECTION_HINT);
    if (path === '') throw fault(at, 'The path is missing.', `Write ${HEADERS[action]} and the path.`);
    const section = { lines, at: at + 1, end, path, line: at + 1 };
    const read = READERS[action](section);
    files.push(read.file);
    at = read.next;
  }
  return files;
}

const HEADERS = { add: '"*** Add File: "', delete: '"*** Delete File: "', update: '"*** Update File: "' } as const;
const READERS = { add: readAdd, delete: readDelete, update: readUpdate } as const;

/** The line of the end marker. An indented one counts only on the last line, since elsewhere it may be a line of a file. */
function findEnd(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return isMarker(lines[last], 'End Patch') ? last : lines.findLastIndex((line) => line.trimEnd() === '*** End Patch');
}

function isMarker(line: string | undefined, words: 'Begin Patch' | 'End Patch'): boolean {
  return line?.trim() === `*** ${words}`;
}

const SECTION_HINT = 'Begin each file with "*** Add File: ", "*** Delete File: " or "*** Update File: " and its path.';

interface Section {
  readonly lines: readonly string[];
  readonly at: number;
  readonly end: number;
  readonly path: string;
  readonly line: number;
}

interface ReadSection {
  readonly file: FilePatch;
  readonly next: number;
}

function readAdd({ lines, at, end, path, line }: Section): ReadSection {
  const content: string[] = [];
  let next = at;
  for (; next < end && !isSectionHeader(lines[next]); next += 1) {
    const text = lines[next] ?? '';
    if (text.trim() === '*** End of File') continue;
    const following = nextNonBlankLine(lines, next, end);
    if (following > next && (following === end || isSectionHeader(lines[following]))) {
      next = following - 1;
      continue;
    }
    if (!text.startsWith('+'))
      throw fault(
        next,
        `A line of the new file ${path} does not begin with "+".`,
        'Begin every line of a new file with "+", empty ones too.',
      );
    content.push(`${text.slice(1)}\n`);
  }
  return { file: { kind: 'add', path, content: content.join(''), line, mayReplace: true }, next };
}

function readDelete({ lines, at, end, path, line }: Section): ReadSection {
  let next = at;
  while (next < end && !isSectionHeader(lines[next])) {
    const text = lines[next] ?? '';
    if (text.trim() !== '')
      throw fault(
        next,
        `"${truncate(text)}" follows the deletion of ${path}.`,
        'A deleted file has no lines in the patch.',
      );
    next += 1;
  }
  return { file: { kind: 'delete', path, hunks: [], line }, next };
}

function readUpdate({ lines, at, end, path, line }: Section): ReadSection {
  const header = readFileHeader(at < end ? (lines[at] ?? '') : '');
  const move = header?.action === 'move' ? header.path : undefined;
  if (move === '') throw fault(at, 'The path to move to is missing.', 'Write "*** Move to: " and the path.');
  const hunks: Hunk[] = [];
  let next = move === undefined ? at : at + 1;
  while (next < end && !isUnindentedHeader(lines[next])) {
    const following = nextNonBlankLine(lines, next, end);
    if (following > next && (following === end || isUnindentedHeader(lines[following]))) {
      next = following;
      continue;
    }
    const read = readHunk(lines, next, end);
    hunks.push(read.hunk);
    next = read.next;
  }
  if (hunks.length === 0 && move === undefined) throw fault(line - 1, `The update of ${path} has no hunk.`, HUNK_HINT);
  return {
    file: { kind: 'update', path, line, hunks, ...(move === undefined ? {} : { moveTo: move, mayReplace: true }) },
    next,
  };
}

const HUNK_HINT = 'Write "@@", then context lines with a leading blank, "-" before old lines and "+" before new ones.';

function readHunk(lines: readonly string[], start: number, end: number): { hunk: Hunk; next: number } {
  const anchors: string[] = [];
  let hint: number | undefined;
  let at = start;
  for (; at < end && lines[at]?.startsWith('@@') === true; at += 1) {
    const range = parseRange(lines[at] ?? '');
    const anchor = range?.heading ?? (lines[at] ?? '').replace(/^@@\s?/, '').replace(/\s*@@\s*$/, '');
    hint = range?.line ?? hint;
    if (anchor.trim() !== '') anchors.push(anchor);
  }
  const body = new HunkBody();
  let atEnd = false;
  for (; at < end && !isUnindentedHeader(lines[at]) && lines[at]?.startsWith('@@') !== true; at += 1) {
    const line = lines[at] ?? '';
    if (line.trimEnd() === '*** End of File') {
      atEnd = true;
      at += 1;
      break;
    }
    if (!body.add(line)) throw fault(at, `"${truncate(line)}" begins with neither a blank, "-" nor "+".`, HUNK_HINT);
  }
  if (body.changes === 0) throw fault(start, 'The hunk changes nothing: it has no "-" and no "+" line.', HUNK_HINT);
  // Without old lines, anchor and line number, the new lines go to the end of the file.
  if (body.beforeCount === 0 && anchors.length === 0 && hint === undefined) atEnd = true;
  const where = {
    ...(hint === undefined ? {} : { line: hint }),
    ...(anchors.length === 0 ? {} : { anchors }),
    ...(atEnd ? { atEnd } : {}),
  };
  return { hunk: body.hunk(where), next: at };
}

/** Whether the line begins a file's section or ends the patch. */
function isSectionHeader(line: string | undefined): boolean {
  if (line === undefined) return false;
  const action = readFileHeader(line)?.action;
  return (action !== undefined && action !== 'move') || isMarker(line, 'Begin Patch') || isMarker(line, 'End Patch');
}

/** The same inside a hunk, where an indented line is a line of the file. */
function isUnindentedHeader(line: string | undefined): boolean {
  return line?.startsWith('*') === true && isSectionHeader(line);
}

/** The first line from `from` on that is not blank, or `end`. */
function nextNonBlankLine(lines: readonly string[], from: number, end: number): number {
  let at = from;
  while (at < end && (lines[at] ?? '').trim() === '') at += 1;
  return at;
}

function truncate(line: string): string {
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

function fault(index: number, message: string, suggestion: string): FormatError {
  return new FormatError({ line: index + 1, message, suggestion });
}
