import { definePack } from '@ku0/agent-runtime-tools-core';
import { saveNoteTool } from './save-note.tool.ts';
import { wordCountTool } from './word-count.tool.ts';

/** Two tools, and another name for one of them. */
export function firstPack() {
  return definePack({
    name: 'first',
    version: '1.0.0',
    tools: [wordCountTool, saveNoteTool],
    aliases: { count_words: 'word_count' },
  });
}
