import type { PackContractOptions } from '@ku0/agent-runtime-tools-testkit';

/** Sample calls of each tool. Both the tests and `toolbox pack check` make them. */
export const contract: PackContractOptions = {
  samples: {
    sample_count_words: {
      samples: [
        { params: { text: 'to be or not to be', top: 2 } },
        { name: 'a text without words', params: { text: '...' }, expect: 'NO_WORDS' },
      ],
      badSamples: [{ params: { text: 1 }, mentions: 'text' }],
    },
  },
};
