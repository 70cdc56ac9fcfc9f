import { packContract } from '@ku0/agent-runtime-tools-testkit';
import { firstPack } from '../src/first-pack.ts';

packContract(firstPack(), {
  samples: {
    word_count: {
      samples: [
        { name: 'counts a sentence', params: { text: 'To be or not to be' } },
        { name: 'counts an empty text', params: { text: '' } },
        { name: 'lists no words', params: { text: 'one two', top: 0 } },
      ],
      badSamples: [
        { params: {}, mentions: 'text' },
        { params: { text: 'x', top: -1 }, mentions: 'top' },
        { params: { text: 'x', tops: 1 }, mentions: 'did you mean "top"' },
      ],
    },
    save_note: {
      samples: [
        { name: 'saves a note', params: { title: 'Shopping list', text: '- tea' } },
        { name: 'saves a title that looks like a path', params: { title: '../../etc/passwd', text: 'x' } },
        {
          name: 'keeps a note that is there',
          setup: ({ folder }) => folder.write('shopping-list.note.md', 'mine'),
          params: { title: 'Shopping list', text: '- tea' },
          expect: 'NOTE_EXISTS',
        },
      ],
      badSamples: [
        { params: { title: '???', text: 'x' }, mentions: 'title needs a letter' },
        { params: { title: 'Tea', text: 3 }, mentions: 'text' },
      ],
    },
  },
});
