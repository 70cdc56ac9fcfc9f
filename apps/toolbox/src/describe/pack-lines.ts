import type { ToolHandler, ToolPack } from '@ku0/agent-runtime-tools-core';
import type { Output, Paint } from '@ku0/agent-runtime-tools-terminal';
import { columnWidths, tableLines, type Cell } from '../terminal/table.ts';
import { approvalWord, capabilityWords, firstSentence } from './tool-summary.ts';

/**
 * The tools as a table, pack by pack. On a terminal, descriptions are cut to its width. If it is too narrow for a useful
 * description, the last column shows only whether the tool needs approval.
 */
export function packLines(
  packs: readonly ToolPack[],
  paint: Paint,
  { isTerminal, columns }: Pick<Output, 'isTerminal' | 'columns'>,
): string[] {
  const width = isTerminal ? columns : UNLIMITED_WIDTH;
  const tools = packs.flatMap((pack) => pack.tools);
  const isNarrow = (columnWidths(rowsOf(tools, paint), { width, flexible: 1 })[1] ?? 0) < MIN_DESCRIPTION_WIDTH;
  const rows = packs.map((pack) => rowsOf(pack.tools, paint, { onlyApproval: isTerminal && isNarrow }));
  const lines = tableLines(rows.flat(), { width, flexible: 1, overflow: 'cut' });
  return packs.flatMap(({ name, version }, index) => [
    ...(index === 0 ? [] : ['']),
    `${paint.bold(name)} ${paint.dim(version)}`,
    ...lines.splice(0, rows[index]?.length ?? 0),
  ]);
}

const UNLIMITED_WIDTH = 10_000;
const MIN_DESCRIPTION_WIDTH = 45;

function rowsOf(tools: readonly ToolHandler[], paint: Paint, { onlyApproval = false } = {}): Cell[][] {
  return tools.map((tool) => [
    { text: tool.name, paint: paint.cyan },
    { text: firstSentence(tool.description), paint: paint.plain },
    { text: onlyApproval ? approvalWord(tool) : capabilityWords(tool).join(' · '), paint: paint.dim },
  ]);
}
