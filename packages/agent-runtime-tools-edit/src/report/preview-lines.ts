import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import type { EditedFiles } from '../change/edited-files.ts';
import { describeFile } from './describe-file.ts';

/** A few lines for a UI: each file in a line, then its diff, or why nothing was changed. */
export function previewLines(result: ToolResult<EditedFiles>, maxLines: number): string[] {
  const lines = result.ok
    ? result.value.files.flatMap((file) => [describeFile(file), ...diffLines(file.diff, maxLines)])
    : result.error.message.split('\n');
  return lines.length <= maxLines ? lines : [...lines.slice(0, Math.max(0, maxLines - 1)), '…'];
}

/** Without the header, which says again what the line above it says. */
function diffLines(diff: string, maxLines: number): string[] {
  return diff
    .split(/\r?\n/, maxLines + 8)
    .filter((line) => line !== '' && !HEADER.test(line))
    .slice(0, maxLines + 1);
}

const HEADER = /^(?:--- |\+\+\+ |diff --git |similarity index |rename (?:from|to) )/;
