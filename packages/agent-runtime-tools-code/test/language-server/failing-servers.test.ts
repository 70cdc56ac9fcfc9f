import { describe, expect, it } from 'vitest';
import type { LanguageServerCommands } from '../../src/index.ts';
import { FILES, semanticTree } from './semantic-tree.ts';

const script = (code: string): LanguageServerCommands => ({ typescript: [process.execPath, '-e', code] });
const forever = 'setInterval(() => {}, 1e6)';

describe('a language server that fails', { timeout: 60_000 }, () => {
  it.each([
    ['crashes at its start', 'process.exit(3)'],
    ['crashes when it is asked', 'process.stdin.once("data", () => process.exit(1))'],
    ['does not speak the protocol', 'setInterval(() => console.log("hello ".repeat(10_000)), 10)'],
    ['sends broken JSON', `process.stdout.write("Content-Length: 5\\r\\n\\r\\n{{{{{"); ${forever}`],
    ['announces a huge message', `process.stdout.write("Content-Length: 99999999999\\r\\n\\r\\n"); ${forever}`],
  ])('gives way to the index when it %s', async (_, code) => {
    const { references, processes } = await semanticTree(FILES, script(code));
    const { precision, notes, places } = await references('Shop', 'src/shop.ts');
    expect([precision, places.length > 0]).toEqual(['syntactic', true]);
    expect(notes?.join(' ')).toContain('matched by syntax');
    await expect.poll(() => processes.list().filter(({ status }) => status === 'running').length).toBe(0);
  });

  it('is started three times at most', async () => {
    const { references } = await semanticTree(FILES, script('process.exit(3)'));
    const hasNote: boolean[] = [];
    for (let run = 0; run < 5; run++) hasNote.push((await references('Shop', 'src/shop.ts')).notes !== undefined);
    expect(hasNote).toEqual([true, true, true, false, false]);
  });

  it('is left when the call is cancelled', async () => {
    const { engine } = await semanticTree(FILES, script(forever));
    const call = engine.findReferences('Shop', '.', { file: 'src/shop.ts', signal: AbortSignal.timeout(3_000) });
    await expect(call).rejects.toThrow('timeout');
  });

  it('may be a program that does not exist', async () => {
    const { references } = await semanticTree(FILES, { typescript: ['no-such-language-server'] });
    const { precision, notes } = await references('Shop', 'src/shop.ts');
    expect([precision, notes?.length]).toEqual(['syntactic', 1]);
  });
});
