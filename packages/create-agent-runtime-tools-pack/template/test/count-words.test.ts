import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { expect, it } from 'vitest';
import { samplePack } from '../src/index.ts';

it('counts the words of a text, the most frequent first', async () => {
  const tools = new ToolCoordinator().registerPack(samplePack());
  const result = await tools.execute('sample_count_words', { text: 'To be or not to be, or what?', top: 1 });
  expect(result).toMatchObject({ ok: true, value: { words: 8, top: [{ word: 'to', count: 2 }] } });
});
