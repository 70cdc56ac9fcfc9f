import type { FileText } from '../file-text.ts';
import { indentOf } from '../indent/indent-of.ts';
import { normaliseLine } from '../normalise-line.ts';
import type { Place } from '../place.ts';

/** A filter for places inside the block that the anchors name (`@@ class X`, then `@@ method()`). */
export function anchorScopeFilter(file: FileText, anchors: readonly string[]): (place: Place) => boolean {
  let scopes: Scope[] = [{ from: 0, to: file.lineCount }];
  for (const anchor of anchors) {
    const found = scopes.flatMap((scope) => findScopes(file, anchor, scope));
    if (found.length > 0) scopes = found;
  }
  return ({ start }) => scopes.some(({ from, to }) => start >= from && start < to);
}

/** The 0-based lines right below the lines that the anchors name, where a hunk without old lines can go. */
export function linesBelowAnchors(file: FileText, anchors: readonly string[]): number[] {
  let scopes: Scope[] = [{ from: 0, to: file.lineCount }];
  for (const anchor of anchors) scopes = scopes.flatMap((scope) => findScopes(file, anchor, scope));
  return [...new Set(scopes.map(({ from }) => from + 1))];
}

interface Scope {
  readonly from: number;
  readonly to: number;
}

function findScopes(file: FileText, anchor: string, { from, to }: Scope): Scope[] {
  const wanted = normaliseLine(anchor).trim();
  if (wanted === '') return [];
  const whole: Scope[] = [];
  const partial: Scope[] = [];
  for (let at = from; at < to; at += 1) {
    const line = file.unindented[at] ?? '';
    if (line === wanted) whole.push({ from: at, to: Math.min(to, blockEnd(file, at)) });
    else if (line.startsWith(wanted) && partial.length <= MAX_SCOPES)
      partial.push({ from: at, to: Math.min(to, blockEnd(file, at)) });
    if (whole.length > MAX_SCOPES) return [];
  }
  const found = whole.length > 0 ? whole : partial;
  return found.length > MAX_SCOPES ? [] : found;
}

/** An anchor that matches more lines than this names none of them. */
const MAX_SCOPES = 50;

/** The end of a block: after the last line indented further than its heading, including a closing bracket. */
function blockEnd(file: FileText, heading: number): number {
  const width = indentOf(file.lines[heading] ?? '').length;
  let end = heading + 1;
  for (let at = heading + 1; at < file.lineCount; at += 1) {
    const line = file.lines[at] ?? '';
    if (line.trim() === '') continue;
    const inside = indentOf(line).length > width;
    if (!inside && !/^\s*[)\]}]/.test(line)) break;
    end = at + 1;
    if (!inside) break;
  }
  return end;
}
