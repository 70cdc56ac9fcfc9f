import { Type, defineTool, ok } from '@ku0/agent-runtime-tools-core';
import { wordCount } from './word-count.ts';

/** Uses only its arguments, so it needs no capability and no approval. */
export const wordCountTool = defineTool({
  name: 'word_count',
  description: 'Counts the words, lines and characters of a text and lists its most frequent words.',
  version: '1.0.0',
  parameters: Type.Object({
    text: Type.String({ description: 'The text to count.', maxLength: 1_000_000 }),
    top: Type.Optional(
      Type.Integer({
        description: 'How many of the most frequent words to list.',
        minimum: 0,
        maximum: 100,
        default: 3,
      }),
    ),
  }),
  output: Type.Object({
    words: Type.Integer(),
    lines: Type.Integer(),
    characters: Type.Integer(),
    top: Type.Array(Type.Object({ word: Type.String(), count: Type.Integer() })),
  }),
  capabilities: { idempotent: true },
  async execute({ text, top = 3 }) {
    return ok(wordCount(text, { top }));
  },
  preview: (result) => [
    result.ok ? `${result.value.words} words in ${result.value.lines} lines` : result.error.message,
  ],
});
