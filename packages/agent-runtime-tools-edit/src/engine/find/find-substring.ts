import { MAX_PLACES } from './find-line-sequence.ts';

/** The offsets of `wanted` in `text`, overlapping ones included. The work is bounded for any input. */
export function findSubstring(text: string, wanted: string, { limit = MAX_PLACES }: { limit?: number } = {}): number[] {
  if (wanted === '' || wanted.length > text.length) return [];
  const probe = wanted.slice(0, PROBE_LENGTH);
  const offsets: number[] = [];
  let compared = 0;
  for (let at = text.indexOf(probe); at !== -1 && offsets.length < limit; at = text.indexOf(probe, at + 1)) {
    compared += wanted.length - probe.length;
    if (compared > MAX_COMPARED) return findInOnePass(text, wanted, limit);
    if (text.startsWith(wanted, at)) offsets.push(at);
  }
  return offsets;
}

/** The built-in search is fast for a short text, but can be slow for a long repetitive one. */
const PROBE_LENGTH = 64;
const MAX_COMPARED = 2_000_000;

/** Knuth-Morris-Pratt: slower than the built-in search, but always linear. */
function findInOnePass(text: string, wanted: string, limit: number): number[] {
  const fallback = fallbackTable(wanted);
  const offsets: number[] = [];
  let matched = 0;
  for (let at = 0; at < text.length && offsets.length < limit; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && (matched === wanted.length || wanted.charCodeAt(matched) !== code))
      matched = fallback[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    if (matched === wanted.length) offsets.push(at - matched + 1);
  }
  return offsets;
}

function fallbackTable(wanted: string): Int32Array {
  const table = new Int32Array(wanted.length);
  let length = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    const code = wanted.charCodeAt(at);
    while (length > 0 && wanted.charCodeAt(length) !== code) length = table[length - 1] ?? 0;
    if (wanted.charCodeAt(length) === code) length += 1;
    table[at] = length;
  }
  return table;
}
