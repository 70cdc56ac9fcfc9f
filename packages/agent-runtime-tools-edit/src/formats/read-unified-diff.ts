import {
  NULL_PATH,
  decodeGitPaths,
  decodePatchPath,
  stripPathPrefixes,
} from '@ku0/agent-runtime-tools-workspace/patch';
import type { Hunk } from '../engine/hunk.ts';
import type { FilePatch } from './file-patch.ts';
import { FormatError } from './format-fault.ts';
import { HunkBody } from './hunk-body.ts';
import { parseRange } from './parse-range.ts';

/** Reads a unified or git diff. Throws a FormatError. */
export function readUnifiedDiff(lines: readonly string[]): FilePatch[] {
  const files: FilePatch[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isGitHeader(lines[at]) || isFileHeader(lines, at)) {
      const read = readFile(lines, at);
      files.push(read.file);
      at = read.next;
      continue;
    }
    const line = lines[at] ?? '';
    if (line.startsWith('@@@')) throw unsupported(at, 'A combined diff of a merge cannot be applied.');
    if (/^(@@|Binary files |GIT binary patch)/.test(line))
      throw fault(
        at,
        'A hunk comes before any file is named.',
        'Put "--- a/path" and "+++ b/path" before the first "@@".',
      );
    if (line.startsWith('--- ') || line.startsWith('+++ '))
      throw fault(
        at,
        'A file needs both its "---" and its "+++" line.',
        'Write "--- a/path" and, on the next line, "+++ b/path".',
      );
    at += 1;
  }
  return files;
}

interface Headers {
  from: string | undefined;
  to: string | undefined;
  copy: boolean;
  moved: boolean;
  added: boolean;
  deleted: boolean;
  mode: number | undefined;
}

function readFile(lines: readonly string[], start: number): { file: FilePatch; next: number } {
  const headers: Headers = {
    from: undefined,
    to: undefined,
    copy: false,
    moved: false,
    added: false,
    deleted: false,
    mode: undefined,
  };
  let at = start;
  if (isGitHeader(lines[at])) {
    const paths = decodeGitPaths((lines[at] ?? '').slice('diff --git '.length));
    if (paths) [headers.from, headers.to] = stripPathPrefixes(...paths);
    at += 1;
    while (at < lines.length && !isGitHeader(lines[at]) && !isFileHeader(lines, at) && !startsHunk(lines[at])) {
      readExtendedHeader(lines[at] ?? '', at, headers);
      at += 1;
    }
  }
  if (isFileHeader(lines, at)) {
    const [from, to] = stripPathPrefixes(
      decodePatchPath((lines[at] ?? '').slice(4)),
      decodePatchPath((lines[at + 1] ?? '').slice(4)),
    );
    headers.added ||= from === NULL_PATH;
    headers.deleted ||= to === NULL_PATH;
    if (!headers.moved) [headers.from, headers.to] = [from === NULL_PATH ? to : from, to === NULL_PATH ? from : to];
    at += 2;
  }
  const bodies: { body: HunkBody; hunk: Hunk }[] = [];
  while (startsHunk(lines[at])) {
    const read = readHunk(lines, at);
    bodies.push(read);
    at = read.next;
  }
  return { file: toFilePatch(headers, bodies, start), next: Math.max(at, start + 1) };
}

function readExtendedHeader(line: string, at: number, headers: Headers): void {
  const [, key = '', value = ''] =
    /^(old mode|new mode|deleted file mode|new file mode|rename from|rename to|copy from|copy to)(?: (.*))?$/s.exec(
      line,
    ) ?? [];
  if (key.endsWith('mode')) {
    const permissions = readMode(value.trim(), at);
    if (key === 'new file mode') headers.added = true;
    if (key === 'deleted file mode') headers.deleted = true;
    else if (key !== 'old mode') headers.mode = permissions;
  } else if (key !== '') {
    headers.moved = true;
    headers.copy ||= key.startsWith('copy');
    if (key.endsWith('from')) headers.from = decodePatchPath(value);
    else headers.to = decodePatchPath(value);
  } else if (line.startsWith('index ')) {
    const mode = /^index \S+\s+(\S+)/.exec(line)?.[1];
    if (mode !== undefined) readMode(mode, at);
  } else if (/^(Binary files .* differ|GIT binary patch)$/.test(line)) {
    throw unsupported(at, 'The patch has binary content.');
  }
}

/** The permission bits of a mode. Only regular files are supported, executable or not. */
function readMode(mode: string, at: number): number {
  if (mode === '100644') return 0o644;
  if (mode === '100755') return 0o755;
  if (mode === '120000') throw unsupported(at, 'The patch makes, changes or deletes a symbolic link (mode 120000).');
  if (mode === '160000') throw unsupported(at, 'The patch makes, changes or deletes a submodule (mode 160000).');
  throw unsupported(at, `Mode ${mode.slice(0, 20)} is neither 100644 (a file) nor 100755 (an executable file).`);
}

function readHunk(lines: readonly string[], start: number): { body: HunkBody; hunk: Hunk; next: number } {
  const header = lines[start] ?? '';
  if (header.startsWith('@@@')) throw unsupported(start, 'A combined diff of a merge cannot be applied.');
  const range = parseRange(header);
  const heading = range?.heading ?? header.replaceAll(/^@@\s?|\s*@@\s*$|^@@ \.\.\. @@\s?/g, '');
  const body = new HunkBody();
  let at = start + 1;
  for (; at < lines.length; at += 1) {
    const complete = range !== undefined && body.beforeCount >= range.before && body.afterCount >= range.after;
    if (endsHunk(lines, at, { complete })) break;
    if (!body.add(lines[at] ?? '')) {
      if (complete) break;
      throw fault(at, `"${(lines[at] ?? '').slice(0, 60)}" begins with neither a blank, "-" nor "+".`, HUNK_HINT);
    }
    if (
      range !== undefined &&
      body.emptyCount > 0 &&
      missingLines(body, range) >= body.emptyCount &&
      isLastOfHunk(lines, at + 1)
    )
      body.keepEmptyLines();
  }
  if (body.changes === 0) throw fault(start, 'The hunk changes nothing: it has no "-" and no "+" line.', HUNK_HINT);
  const anchored = heading.trim() === '' ? {} : { anchors: [heading] };
  return {
    body,
    hunk: body.hunk({ ...(range?.line === undefined ? {} : { line: range.line }), ...anchored }),
    next: at,
  };
}

const HUNK_HINT = 'Begin context lines with a blank, old lines with "-" and new lines with "+".';

function missingLines(body: HunkBody, range: { before: number; after: number }): number {
  return Math.min(range.before - body.beforeCount, range.after - body.afterCount);
}

function isLastOfHunk(lines: readonly string[], at: number): boolean {
  return at >= lines.length || endsHunk(lines, at, { complete: true });
}

/** Whether a hunk ends here. Line counts are often wrong, so headers end a hunk too; a `complete` count tells them from content. */
function endsHunk(lines: readonly string[], at: number, { complete }: { complete: boolean }): boolean {
  const line = lines[at] ?? '';
  if (isGitHeader(line) || startsHunk(line) || /^(Index: |Only in |diff -)/.test(line)) return true;
  if (complete && (isFileHeader(lines, at) || isSignature(lines, at))) return true;
  return isFileHeader(lines, at) && startsHunk(lines[at + 2]);
}

/** The version footer of `git format-patch`. */
function isSignature(lines: readonly string[], at: number): boolean {
  return lines[at] === '-- ' && /^\d+\.\d+/.test(lines[at + 1] ?? '');
}

function toFilePatch(headers: Headers, bodies: readonly { body: HunkBody; hunk: Hunk }[], start: number): FilePatch {
  const { from, to, added, deleted, moved, copy, mode } = headers;
  const line = start + 1;
  if (from === undefined || to === undefined || [from, to].some((path) => path === '' || path === NULL_PATH))
    throw fault(start, 'The paths of the file cannot be read.', 'Write "--- a/path" and "+++ b/path".');
  const hunks = bodies.map(({ hunk }) => hunk);
  if (deleted) return { kind: 'delete', path: from, line, hunks };
  const bits = mode === undefined ? {} : { mode };
  if (added) {
    if (hunks.some(({ before }) => before !== ''))
      throw fault(start, `${to} is said to be new, but its hunk has old lines.`, 'A new file has "+" lines only.');
    return { kind: 'add', path: to, line, content: hunks.map(({ after }) => after).join(''), ...bits };
  }
  if (hunks.length === 0 && !moved && mode === undefined)
    throw fault(start, `The change of ${to} has no hunk.`, 'Write "@@ -1,3 +1,4 @@" and the lines of the change.');
  if (moved) return { kind: 'update', path: from, line, moveTo: to, hunks, ...(copy ? { copy } : {}), ...bits };
  return { kind: 'update', path: to, line, hunks, ...bits };
}

function isGitHeader(line: string | undefined): boolean {
  return line?.startsWith('diff --git ') === true;
}

function isFileHeader(lines: readonly string[], at: number): boolean {
  return lines[at]?.startsWith('--- ') === true && lines[at + 1]?.startsWith('+++ ') === true;
}

function startsHunk(line: string | undefined): boolean {
  return line?.startsWith('@@') === true;
}

function unsupported(index: number, message: string): FormatError {
  const suggestion = 'Patches change regular text files and their mode only; use other tools for the rest.';
  return new FormatError({ line: index + 1, message, suggestion, unsupported: true });
}

function fault(index: number, message: string, suggestion: string): FormatError {
  return new FormatError({ line: index + 1, message, suggestion });
}
