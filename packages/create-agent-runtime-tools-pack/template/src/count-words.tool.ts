import { defineTool, errorCatalogue, fail, ok, Type } from '@ku0/agent-runtime-tools-core';
import manifest from '../package.json' with { type: 'json' };
import { countWords } from './count-words.ts';

/** Each error has a message for people and a suggestion for the model. */
const errors = errorCatalogue({
  NO_WORDS: {
    kind: 'user_error',
    message: 'The text has no words.',
    suggestion: 'Give a text with at least one letter or digit.',
  },
});

export const countWordsTool = defineTool({
  name: 'sample_count_words',
  description: 'Counts the words of a text, and how often each of them occurs.',
  version: manifest.version,
  parameters: Type.Object({
    text: Type.String({ description: 'The text.', maxLength: 1_000_000 }),
    top: Type.Optional(
      Type.Integer({
        description: 'How many of the most frequent words to list.',
        minimum: 0,
        maximum: 100,
        default: 5,
      }),
    ),
  }),
  output: Type.Object({
    words: Type.Integer(),
    top: Type.Array(Type.Object({ word: Type.String(), count: Type.Integer() })),
  }),
  // What the tool can do, which people allow or deny. This one does nothing but compute.
  capabilities: { idempotent: true },
  async execute({ text, top = 5 }) {
    const counts = countWords(text);
    if (counts.size === 0) return fail(errors.NO_WORDS());
    const ranked = [...counts].sort(([, a], [, b]) => b - a).slice(0, top);
    const words = [...counts.values()].reduce((sum, count) => sum + count, 0);
    return ok({ words, top: ranked.map(([word, count]) => ({ word, count })) });
  },
});
