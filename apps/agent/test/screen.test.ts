import { join } from 'node:path';
import { createTestFolder, type TestFolder } from '@ku0/agent-runtime-tools-testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordedScreen } from '../../../packages/agent-runtime-tools-terminal/test/fixtures/recorded-screen.ts';
import { Tmux, hasTmux } from '../../../packages/agent-runtime-tools-terminal/test/fixtures/tmux.ts';
import { BIN } from './fixtures/run-agent.ts';
import { scriptedEndpoint, type Reply } from './fixtures/scripted-endpoint.ts';
import { FIX, SHOP } from './fixtures/shop.ts';

/** The session in the README. `UPDATE_SCREEN=1 npm test -- apps/agent/test/screen` draws it again. */
const COLUMNS = 96;

const SESSION: readonly Reply[] = [
  {
    text: 'I look at the code and at its tests.',
    calls: [
      ['todo_write', { todos: '[-] Find the bug\n[ ] Repair it\n[ ] Run the tests' }],
      ['grep', { pattern: 'total\\(' }],
      ['read_file', { path: 'src/cart.js' }],
    ],
  },
  {
    text: 'The sum ignores the quantity.',
    calls: [['edit_file', { path: 'src/cart.js', old_string: 'sum += price;', new_string: 'sum += price * 2;' }]],
  },
  { text: 'Right. I use the quantity of each item.', calls: [['apply_diff', { path: 'src/cart.js', diff: FIX }]] },
  { calls: [['bash', { command: 'node --test && wc -l src/cart.js' }]] },
  { calls: [['attempt_completion', { result: 'total() multiplies the price by the quantity. The test passes.' }]] },
];

describe.skipIf(!hasTmux())('the screen of a session (needs tmux)', () => {
  let folder: TestFolder;
  beforeEach(async () => {
    const shop = Object.fromEntries(Object.entries(SHOP).map(([path, text]) => [`shop/${path}`, text]));
    folder = await createTestFolder(shop);
  });
  afterEach(() => folder.remove());

  it('looks as it does in the README', { timeout: 300_000 }, async () => {
    await using endpoint = await scriptedEndpoint(SESSION);
    const variables = `TOOLBOX_HOME=${folder.path}/state AGENT_MODEL=scripted OPENAI_BASE_URL=${endpoint.url}`;
    const rules = `--allow 'Bash(node --test)'`;
    const command = `env ${variables} ${process.execPath} ${BIN} ${rules} --transcript ${folder.path}/t.jsonl; cat`;
    using tmux = new Tmux(folder.path, { columns: COLUMNS, rows: 50, cwd: join(folder.path, 'shop'), command });
    await tmux.waitFor((lines) => lines.at(-1)?.startsWith('>') === true);
    tmux.type('The test of the cart fails. Please repair it.');
    // An answer is typed only when its question is there: what is typed before a question does not answer it.
    for (const [index, answer] of ['n use the quantity', 'y', 'x', 'y'].entries()) {
      await tmux.waitFor((lines) => questionsIn(lines) === index + 1 && /\] ?$/.test(lines.at(-1) ?? ''));
      tmux.type(answer);
    }
    await tmux.waitFor((lines) => lines.at(-3)?.endsWith('The test passes.') === true && lines.at(-1)?.trim() === '>');

    for (const line of tmux.screen()) expect([...line].length).toBeLessThanOrEqual(COLUMNS);
    const options = { name: 'agent-session', title: 'agent', columns: COLUMNS, place: folder.path, partForPicture };
    const { shown, recorded } = recordedScreen(tmux, options);
    expect(shown).toEqual(recorded);
  });
});

function questionsIn(lines: readonly string[]): number {
  return lines.filter((line) => line.startsWith('Allow this call?')).length;
}

/** The picture leaves out the first dialog, which looks like the second one. */
function partForPicture(lines: readonly string[]): string[] {
  const from = lines.findIndex((line) => line.includes('edit_file') && line.includes('asks to run'));
  const to = lines.findIndex((line) => line.includes('A person denied the call'));
  return [...lines.slice(0, from), '⋯\u001b[0m', ...lines.slice(to - 1)];
}
