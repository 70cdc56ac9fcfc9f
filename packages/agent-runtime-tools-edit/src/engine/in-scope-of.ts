import type { FileText } from './file-text.ts';
import { indentOf } from './indent-of.ts';
import { normaliseLine } from './normalise-line.ts';
import type { Place } from './place.ts';

/** Tells places inside the block that the anchors head (`@@ class X`, `@@ method()`) from others. */
export function inScopeOf(file: FileText, anchors: readonly string[]): (place: Place) => boolean {
  let scopes: Scope[] = [{ from: 0, to: file.count }];
  for (const anchor of anchors) {
    const found = scopes.flatMap((scope) => scopesIn(file, anchor, scope));
    if (found.length > 0) scopes = found;
  }
  return ({ start }) => scopes.some(({ from, to }) => start >= from && start < to);
}

/** The line numbers, 0-based, after which the place of a hunk without lines to find could be. */
export function linesAfter(file: FileText, anchors: readonly string[]): number[] {
  let scopes: Scope[] = [{ from: 0, to: file.count }];
  for (const anchor of anchors) scopes = scopes.flatMap((scope) => scopesIn(file, anchor, scope));
  return [...new Set(scopes.map(({ from }) => from + 1))];
}

interface Scope {
  readonly from: number;
  readonly to: number;
}

function scopesIn(file: FileText, anchor: string, { from, to }: Scope): Scope[] {
  const wanted = normaliseLine(anchor).trim();
  if (wanted === '') return [];
  const whole: Scope[] = [];
  const partial: Scope[] = [];
  for (let at = from; at < to; at += 1) {
    const line = file.bare[at] ?? '';
    if (line === wanted) whole.push({ from: at, to: Math.min(to, blockEnd(file, at)) });
    else if (line.startsWith(wanted) && partial.length <= MAX_SCOPES)
      partial.push({ from: at, to: Math.min(to, blockEnd(file, at)) });
    if (whole.length > MAX_SCOPES) return [];
  }
  const found = whole.length > 0 ? whole : partial;
  return found.length > MAX_SCOPES ? [] : found;
}

/** What stands at the head of so many blocks names none of them. */
const MAX_SCOPES = 50;

/** Behind the last line that is indented further than the heading, its closing line included. */
function blockEnd(file: FileText, heading: number): number {
  const width = indentOf(file.lines[heading] ?? '').length;
  let end = heading + 1;
  for (let at = heading + 1; at < file.count; at += 1) {
    const line = file.lines[at] ?? '';
    if (line.trim() === '') continue;
    const inside = indentOf(line).length > width;
    if (!inside && !/^\s*[)\]}]/.test(line)) break;
    end = at + 1;
    if (!inside) break;
  }
  return end;
}
