import type { ToolHandler, ToolPack } from '@ku0/agent-runtime-tools-core';
import type { Output } from '../terminal/output.ts';
import type { Paint } from '../terminal/paint.ts';
import { columnWidths, tableLines, type Cell } from '../terminal/table.ts';
import { askingWord, capabilityWords } from './capability-words.ts';
import { firstSentence } from './first-sentence.ts';

/**
 * The tools as a table, pack by pack. Cut to the width of a terminal; what a program reads is not cut. Where the words
 * for what a tool may do would leave no room for what it does, only those that say whether it asks stay.
 */
export function packLines(
  packs: readonly ToolPack[],
  paint: Paint,
  { isTerminal, columns }: Pick<Output, 'isTerminal' | 'columns'>,
): string[] {
  const width = isTerminal ? columns : UNCUT;
  const tools = packs.flatMap((pack) => pack.tools);
  const isNarrow = (columnWidths(rowsOf(tools, paint), { width, flexible: 1 })[1] ?? 0) < LEAST_SENTENCE;
  const rows = packs.map((pack) => rowsOf(pack.tools, paint, { onlyAsking: isTerminal && isNarrow }));
  const lines = tableLines(rows.flat(), { width, flexible: 1, overflow: 'cut' });
  return packs.flatMap(({ name, version }, index) => [
    ...(index === 0 ? [] : ['']),
    `${paint.bold(name)} ${paint.dim(version)}`,
    ...lines.splice(0, rows[index]?.length ?? 0),
  ]);
}

const UNCUT = 10_000;
const LEAST_SENTENCE = 45;

function rowsOf(tools: readonly ToolHandler[], paint: Paint, { onlyAsking = false } = {}): Cell[][] {
  return tools.map((tool) => [
    { text: tool.name, paint: paint.cyan },
    { text: firstSentence(tool.description), paint: paint.plain },
    { text: onlyAsking ? askingWord(tool) : capabilityWords(tool).join(' · '), paint: paint.dim },
  ]);
}
