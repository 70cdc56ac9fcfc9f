import type { PathUse } from './path-use.ts';

/** The files that a patch names, in either of the two formats; undefined when it names none that can be found. */
export function patchPaths(patch: string): PathUse[] | undefined {
  const uses: PathUse[] = [];
  for (const line of patch.split(/\r\n|\r|\n/)) {
    const use = envelopePath(line) ?? unifiedPaths(line);
    if (use !== undefined) uses.push(...use);
    if (uses.length > MOST_PATHS) return undefined;
  }
  return uses.length === 0 ? undefined : uses;
}

function envelopePath(line: string): PathUse[] | undefined {
  const found = /^\s*\*\*\*\s+(Add File|Update File|Delete File|Move to|Move File|Rename to):\s*(.+?)\s*$/i.exec(line);
  if (found === null) return undefined;
  const isDelete = /^delete/i.test(found[1] ?? '');
  return [{ path: found[2] ?? '', access: isDelete ? 'delete' : 'write' }];
}

function unifiedPaths(line: string): PathUse[] | undefined {
  const header = /^(---|\+\+\+) (.+)$/.exec(line);
  if (header !== null) return named(withoutTime(header[2] ?? ''), 'write');
  const move = /^(?:rename|copy) (from|to) (.+)$/.exec(line);
  if (move !== null) return named(move[2] ?? '', move[1] === 'from' ? 'read' : 'write', { prefixed: false });
  const both = /^diff --git (.+)$/.exec(line);
  return both === null ? undefined : gitHeader(both[1] ?? '');
}

/** A time stamp follows a tab. */
function withoutTime(text: string): string {
  const tab = text.indexOf('\t');
  return (tab < 0 ? text : text.slice(0, tab)).trimEnd();
}

function gitHeader(text: string): PathUse[] {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(text);
  if (quoted !== null) return [...named(quoted[1] ?? '', 'write'), ...named(quoted[2] ?? '', 'write')];
  // Names with blanks: both halves are the same name behind their prefixes.
  const half = (text.length - 1) / 2;
  return Number.isInteger(half) ? named(text.slice(0, half), 'write') : [{ path: text, access: 'write' }];
}

function named(text: string, access: PathUse['access'], { prefixed = true } = {}): PathUse[] {
  const path = unquoted(text);
  if (path === '/dev/null') return [];
  const bare = prefixed && /^[abciow]\//.test(path) ? path.slice(2) : undefined;
  if (bare === undefined) return [{ path, access }];
  // Whether the prefix belongs to the name depends on the tool: restrictions count for both readings.
  return [
    { path: bare, access },
    { path, access, possible: true },
  ];
}

/** Git writes unusual names in quotes with C escapes of their bytes. */
function unquoted(text: string): string {
  if (!/^".*"$/.test(text)) return text;
  const bytes: number[] = [];
  for (const [piece] of text.slice(1, -1).matchAll(/\\[0-7]{1,3}|\\.|[^\\]+/gs)) {
    if (/^\\[0-7]/.test(piece)) bytes.push(Number.parseInt(piece.slice(1), 8) & 255);
    else bytes.push(...Buffer.from(piece.startsWith('\\') ? (ESCAPES[piece.slice(1)] ?? piece.slice(1)) : piece));
  }
  return Buffer.from(bytes).toString('utf8');
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' };
const MOST_PATHS = 2000;
