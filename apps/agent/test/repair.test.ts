import { readFileSync } from 'node:fs';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createTestFolder, type TestFolder } from '@ku0/agent-runtime-tools-testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInTerminal } from './fixtures/run-agent.ts';
import { scriptedEndpoint, type Reply, type ScriptedMessage } from './fixtures/scripted-endpoint.ts';
import { FIX, SHOP } from './fixtures/shop.ts';

const edit = (diff: string) => ({ path: 'src/cart.js', diff });

/** The model's side, from the question to the kill. */
const BEFORE: readonly Reply[] = [
  {
    text: 'I look for the code — and its tests.',
    calls: [
      ['grep', { pattern: 'total\\(' }],
      ['read_file', { path: 'src/cart.js' }],
    ],
  },
  'rate-limit',
  { calls: [['run_tests', {}]] },
  'drop',
  { calls: [['apply_diff', edit(FIX.replace('price * quantity', 'price + quantity'))]] },
  'broken-json',
  { calls: [['apply_diff', '{"path": "src/cart.js", "diff": "<<<<']] },
  { calls: [['apply_diff', edit(FIX)]] },
  { calls: [['write_file', { path: 'notes.txt', content: 'price * quantity\n' }]] },
  { text: 'The notes are not needed.', calls: [['undo_change', { steps: 1 }]] },
];

const AFTER: readonly Reply[] = [
  { calls: [['undo_change', { steps: 1 }]] },
  { calls: [['run_tests', {}]] },
  { calls: [['attempt_completion', { result: 'total() counts the quantity. The test passes.', command: 'npm test' }]] },
];

describe('the agent', () => {
  let folder: TestFolder;
  let state: TestFolder;
  beforeEach(async () => {
    folder = await createTestFolder(SHOP);
    state = await createTestFolder({
      'hooks.json': JSON.stringify([
        { name: 'style', type: 'PostToolUse', toolPatterns: ['apply_diff'], command: 'echo Remember the changelog.' },
      ]),
    });
  });
  afterEach(async () => {
    await folder.remove();
    await state.remove();
  });

  it(
    'repairs a failing test with approvals, feedback, a hook and undo, and goes on after a kill',
    { timeout: 120_000 },
    async () => {
      await using endpoint = await scriptedEndpoint([...BEFORE, ...AFTER]);
      const transcript = join(state.path, 'transcript.jsonl');
      const options = { folder: folder.path, state: state.path, url: endpoint.url };
      const killed = await runInTerminal(
        ['--transcript', transcript, '--hooks', join(state.path, 'hooks.json'), 'The tests fail. Please repair them.'],
        {
          ...options,
          script: [
            [/run_tests asks to run[\s\S]*Allow this call\?/, 'y'],
            [/price \+ quantity[\s\S]*Allow this call\?/, 'n multiply them'],
            [/price \* quantity[\s\S]*Allow this call\?/, 'y'],
            [/undo_change asks to run[\s\S]*Allow this call\?/, killAgent],
          ],
        },
      );
      expect(killed.shown).toContain('I look for the code — and its tests.');
      expect(killed.shown).toContain('a hook adds: Remember the changelog.');
      expect(killed.shown).toContain('asking the model again');
      expect(await folder.read('src/cart.js')).toContain('price * quantity');
      expect(await folder.read('notes.txt')).toContain('price');

      const resumed = await runInTerminal(['--resume', transcript], {
        ...options,
        script: [
          [/undo_change asks to run[\s\S]*Allow this call\?/, 'y'],
          [/run_tests asks to run[\s\S]*Allow this call\?/, 's'],
          ['The test passes.', () => undefined],
          ['>', ''],
        ],
      });
      expect(resumed.code).toBe(0);
      await expect(folder.read('notes.txt')).rejects.toThrow('ENOENT');
      // Whole records only: each line is JSON.
      for (const line of readFileSync(transcript, 'utf8').trimEnd().split('\n'))
        expect(JSON.parse(line)).toHaveProperty('type');

      const contents = (at: number): string => JSON.stringify(endpoint.requests[at]?.messages);
      expect(endpoint.requests).toHaveLength(BEFORE.length + AFTER.length);
      // Every call has its result, in every request.
      for (const { messages } of endpoint.requests) expect(withoutResult(messages)).toEqual([]);
      expect(contents(3)).toContain('0 passed, 1 failed');
      expect(contents(5)).toContain('multiply them');
      expect(contents(7)).toContain('VALIDATION_ERROR');
      expect(contents(8)).toContain('Remember the changelog.');
      expect(contents(10)).toContain('INTERRUPTED');
      expect(contents(12)).toContain('1 passed, 0 failed');
    },
  );
});

/** Ends the agent as a crash would: the only child of `script`. */
function killAgent({ pid }: ChildProcess): void {
  const [child] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  process.kill(Number(child), 'SIGKILL');
}

function withoutResult(messages: readonly ScriptedMessage[]): string[] {
  const answered = new Set(messages.flatMap(({ tool_call_id: id }) => id ?? []));
  return messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)).filter((id) => !answered.has(id));
}
