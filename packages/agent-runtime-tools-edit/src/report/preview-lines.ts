import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import type { EditedFiles } from '../change/edited-files.ts';
import { describeFile } from './describe-file.ts';

/** A few lines for a user interface: a line and the diff of each file, or the error. */
export function previewLines(result: ToolResult<EditedFiles>, maxLines: number): string[] {
  const lines = result.ok
    ? result.value.files.flatMap((file) => [describeFile(file), ...diffLines(file.diff, maxLines)])
    : result.error.message.split('\n');
  return lines.length <= maxLines ? lines : [...lines.slice(0, Math.max(0, maxLines - 1)), '…'];
}

/** The lines of a diff without its header, which repeats the line above it. */
function diffLines(diff: string, maxLines: number): string[] {
  return diff
    .split(/\r?\n/, maxLines + 8)
    .filter((line) => line !== '' && !HEADER.test(line))
    .slice(0, maxLines + 1);
}

const HEADER = /^(?:--- |\+\+\+ |diff --git |similarity index |rename (?:from|to) )/;
