import { cutText, type ContentPart } from '@ku0/agent-runtime-tools-core';
import type { EditedFile } from '../change/edited-files.ts';
import { describeFile } from './describe-file.ts';

/** The text for the model: a line per file, then the diffs up to a limit. */
export function modelOutput(files: readonly EditedFile[], notes: readonly string[] = []): ContentPart[] {
  const lines = files.slice(0, MAX_FILES).map(describeFile);
  if (files.length > MAX_FILES) lines.push(`... and ${files.length - MAX_FILES} more files`);
  const diff = files
    .slice(0, MAX_FILES)
    .map((file) => file.diff)
    .join('');
  return [{ type: 'text', text: [...lines, ...notes, cutText(diff, MAX_DIFF_CHARS, '')].join('\n').trimEnd() }];
}

const MAX_FILES = 50;
const MAX_DIFF_CHARS = 6000;
