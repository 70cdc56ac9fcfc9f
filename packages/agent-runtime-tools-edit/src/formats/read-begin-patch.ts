import type { Hunk } from '../engine/hunk.ts';
import type { FilePatch } from './file-patch.ts';
import { FormatError } from './format-fault.ts';
import { HunkBody } from './hunk-body.ts';
import { parseRange } from './parse-range.ts';

/** The files of a `*** Begin Patch`. Throws a FormatError. */
export function readBeginPatch(lines: readonly string[]): FilePatch[] {
  const begin = lines.findIndex((line) => line.trimEnd() === '*** Begin Patch');
  if (begin === -1)
    throw fault(0, 'The patch does not begin with "*** Begin Patch".', 'Put "*** Begin Patch" on the first line.');
  const end = lines.findLastIndex((line) => line.trimEnd() === '*** End Patch');
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
    const [, action, path = ''] = /^\*\*\* (Add|Delete|Update) File:\s*(.*?)\s*$/.exec(line) ?? [];
    if (action === undefined) throw fault(at, `"${cut(line)}" stands outside of a file's section.`, SECTIONS);
    if (path === '') throw fault(at, 'The path is missing.', `Write "*** ${action} File: " and the path.`);
    const section = { lines, at: at + 1, end, path, line: at + 1 };
    const read = action === 'Add' ? readAdd(section) : action === 'Delete' ? readDelete(section) : readUpdate(section);
    files.push(read.file);
    at = read.next;
  }
  return files;
}

const SECTIONS = 'Begin each file with "*** Add File: ", "*** Delete File: " or "*** Update File: " and its path.';

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
  for (; next < end && !isHeader(lines[next]); next += 1) {
    const text = lines[next] ?? '';
    if (text.trimEnd() === '*** End of File') continue;
    if (text === '' && isBlankUntilHeader(lines, next, end)) continue;
    if (!text.startsWith('+'))
      throw fault(
        next,
        `A line of the new file ${path} does not begin with "+".`,
        'Begin every line of a new file with "+", empty ones too.',
      );
    content.push(`${text.slice(1)}\n`);
  }
  return { file: { kind: 'add', path, content: content.join(''), line }, next };
}

function readDelete({ lines, at, end, path, line }: Section): ReadSection {
  let next = at;
  while (next < end && !isHeader(lines[next])) {
    const text = lines[next] ?? '';
    if (text.trim() !== '')
      throw fault(next, `"${cut(text)}" follows the deletion of ${path}.`, 'A deleted file has no lines in the patch.');
    next += 1;
  }
  return { file: { kind: 'delete', path, hunks: [], line }, next };
}

function readUpdate({ lines, at, end, path, line }: Section): ReadSection {
  const move = /^\*\*\* Move to:\s*(.*?)\s*$/.exec(lines[at] ?? '')?.[1];
  if (move === '') throw fault(at, 'The path to move to is missing.', 'Write "*** Move to: " and the path.');
  const hunks: Hunk[] = [];
  let next = move === undefined ? at : at + 1;
  while (next < end && !isHeader(lines[next])) {
    if ((lines[next] ?? '') === '' && isBlankUntilHeader(lines, next, end)) {
      next += 1;
      continue;
    }
    const read = readHunk(lines, next, end);
    hunks.push(read.hunk);
    next = read.next;
  }
  if (hunks.length === 0 && move === undefined) throw fault(line - 1, `The update of ${path} has no hunk.`, HUNK);
  return { file: { kind: 'update', path, line, hunks, ...(move === undefined ? {} : { moveTo: move }) }, next };
}

const HUNK = 'Write "@@", then context lines with a leading blank, "-" before old lines and "+" before new ones.';

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
  for (; at < end && !isHeader(lines[at]) && lines[at]?.startsWith('@@') !== true; at += 1) {
    const line = lines[at] ?? '';
    if (line.trimEnd() === '*** End of File') {
      atEnd = true;
      at += 1;
      break;
    }
    if (!body.add(line)) throw fault(at, `"${cut(line)}" begins with neither a blank, "-" nor "+".`, HUNK);
  }
  if (body.changes === 0) throw fault(start, 'The hunk changes nothing: it has no "-" and no "+" line.', HUNK);
  const where = {
    ...(hint === undefined ? {} : { line: hint }),
    ...(anchors.length === 0 ? {} : { anchors }),
    ...(atEnd ? { atEnd } : {}),
  };
  return { hunk: body.hunk(where), next: at };
}

function isHeader(line: string | undefined): boolean {
  return line !== undefined && /^\*\*\* (Add File|Delete File|Update File|End Patch|Begin Patch)/.test(line);
}

function isBlankUntilHeader(lines: readonly string[], from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) {
    if (isHeader(lines[at])) return true;
    if ((lines[at] ?? '').trim() !== '') return false;
  }
  return true;
}

function cut(line: string): string {
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

function fault(index: number, message: string, suggestion: string): FormatError {
  return new FormatError({ line: index + 1, message, suggestion });
}
