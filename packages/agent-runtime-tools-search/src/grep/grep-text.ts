import { printable } from '@ku0/agent-runtime-tools-core';
import type { GrepMatch, GrepValue } from './grep-schema.ts';

/** The result as text for the model: grouped by file, with line numbers, context lines marked with `-`. */
export function grepText(value: GrepValue): string {
  const body = listText(value);
  const text = body === '' ? noMatchesText(value) : `${body}\n\n${summary(value)}`;
  return [text.trimEnd(), ...(value.notes ?? []).map((note) => `Note: ${printable(note)}`)].join('\n');
}

/** Says whether the whole search found nothing, or only the part before it was stopped. */
function noMatchesText(value: GrepValue): string {
  const found = value.complete ? 'No matches.' : 'No matches so far: the search was stopped.';
  return `${found} ${searchedText(value)}`;
}

/** A summary: how much was found and searched, and how to get the rest. */
export function summary(value: GrepValue): string {
  const shown = value.matches?.length ?? value.files?.length ?? value.counts?.length ?? 0;
  const noun =
    value.outputMode === 'content' ? (value.total === 1 ? 'match' : 'matches') : value.total === 1 ? 'file' : 'files';
  const amount = `${value.complete ? '' : 'at least '}${value.total} ${noun}`;
  const found = value.truncated
    ? `The first ${shown} of ${amount}, by path: narrow the pattern or the path, or raise limit.`
    : `${capitalized(amount)}.`;
  return `${found} ${searchedText(value)}`;
}

function searchedText({ filesSearched, complete, binaryFiles }: GrepValue): string {
  const searched = complete ? `${filesSearched} ${filesSearched === 1 ? 'file' : 'files'} searched.` : '';
  const skipped =
    binaryFiles === undefined ? '' : `${binaryFiles} binary ${binaryFiles === 1 ? 'file' : 'files'} skipped.`;
  return [searched, skipped].filter(Boolean).join(' ');
}

function listText({ matches, files, counts }: GrepValue): string {
  if (files !== undefined) return files.map((file) => printable(file)).join('\n');
  if (counts !== undefined) return counts.map(({ file, count }) => `${printable(file)}: ${count}`).join('\n');
  return byFile(matches ?? [])
    .map((group) => `${printable(group[0]?.file ?? '')}\n${groupText(group)}`)
    .join('\n\n');
}

/** Groups matches, which are ordered by path, by file. */
function byFile(matches: readonly GrepMatch[]): GrepMatch[][] {
  const groups: GrepMatch[][] = [];
  let group: GrepMatch[] = [];
  for (const match of matches) {
    if (match.file !== group[0]?.file) groups.push((group = []));
    group.push(match);
  }
  return groups;
}

/** Every line once, in order, with `…` for gaps between context. */
function groupText(group: readonly GrepMatch[]): string {
  if (group.every(isPlain)) return visible(group.map(({ line, content }) => `  ${line}: ${content}`).join('\n'));
  const lines = new Map<number, string>();
  for (const { line, content, before, after } of group) {
    const own = content.split('\n');
    for (const [index, text] of before.entries()) addContext(lines, line - before.length + index, text);
    for (const [index, text] of own.entries()) lines.set(line + index, `${line + index}: ${visible(text)}`);
    for (const [index, text] of after.entries()) addContext(lines, line + own.length + index, text);
  }
  const hasContext = group.some(({ before, after }) => before.length + after.length > 0);
  const numbers = [...lines.keys()].sort((a, b) => a - b);
  return numbers
    .map((number, index) => {
      const isGap = hasContext && index > 0 && numbers[index - 1] !== number - 1;
      return `${isGap ? '  …\n' : ''}  ${lines.get(number) ?? ''}`;
    })
    .join('\n');
}

function isPlain({ content, before, after }: GrepMatch): boolean {
  return before.length === 0 && after.length === 0 && !content.includes('\n');
}

function addContext(lines: Map<number, string>, number: number, text: string): void {
  if (!lines.has(number)) lines.set(number, `${number}- ${visible(text)}`);
}

function visible(text: string): string {
  return printable(text, { multiline: true });
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
