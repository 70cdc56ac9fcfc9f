import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import type { Output } from '../terminal/output.ts';
import type { Paint } from '../terminal/paint.ts';
import { tableLines } from '../terminal/table.ts';
import { capabilityWords } from './capability-words.ts';
import { firstSentence } from './first-sentence.ts';

/** The tools as a table, pack by pack. Cut to the width of a terminal; what a program reads is not cut. */
export function packLines(
  packs: readonly ToolPack[],
  paint: Paint,
  { isTerminal, columns }: Pick<Output, 'isTerminal' | 'columns'>,
): string[] {
  const width = isTerminal ? columns : UNCUT;
  const rows = packs.map(({ tools }) =>
    tools.map((tool) => [
      { text: tool.name, paint: paint.cyan },
      { text: firstSentence(tool.description), paint: paint.plain },
      { text: capabilityWords(tool).join(' · '), paint: paint.dim },
    ]),
  );
  const lines = tableLines(rows.flat(), { width, flexible: 1, overflow: 'cut' });
  return packs.flatMap(({ name, version }, index) => [
    ...(index === 0 ? [] : ['']),
    `${paint.bold(name)} ${paint.dim(version)}`,
    ...lines.splice(0, rows[index]?.length ?? 0),
  ]);
}

const UNCUT = 10_000;
