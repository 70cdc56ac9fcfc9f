import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTestFolder, type TestFolder } from '@ku0/agent-runtime-tools-testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordedScreen } from '../../../../packages/agent-runtime-tools-terminal/test/fixtures/recorded-screen.ts';
import { Tmux, hasTmux } from '../../../../packages/agent-runtime-tools-terminal/test/fixtures/tmux.ts';
import { BIN, runToolbox } from '../run-toolbox.ts';

const COLUMNS = 80;
const WRITE = `call write_file '{"path": "list.txt", "content": "Buy oat milk\\n"}'`;
const COUNT = `call bash '{"command": "wc -l list.txt && npm publish"}'`;

describe.skipIf(!hasTmux())('the dialog of an approval on a real screen (needs tmux)', { timeout: 120_000 }, () => {
  let folder: TestFolder;
  let tmux: Tmux;
  let calls = 0;

  beforeEach(async () => {
    folder = await createTestFolder({
      'shop/list.txt': 'Buy milk\n',
      'own/toolbox.config.yaml': "permissions: { allow: ['Bash(wc *)'] }\n",
    });
    const script = (name: string, text: string) => writeFile(join(folder.path, name), `#!/bin/sh\n${text}\n`);
    await script('toolbox', `exec '${process.execPath}' '${BIN}' "$@"`);
    await script('editor', `sed -i -f "${folder.path}/edit.sed" "$1"`);
    for (const name of ['toolbox', 'editor']) await chmod(join(folder.path, name), 0o755);
    const place = folder.path;
    const variables = `PS1='$ ' PATH="${place}:$PATH" TOOLBOX_HOME=${place}/state TOOLBOX_CONFIG=${place}/own`;
    const command = `env ${variables} VISUAL= EDITOR=${place}/editor sh`;
    tmux = new Tmux(place, { columns: COLUMNS, rows: 60, cwd: join(place, 'shop'), command });
    await prompt();
  });
  afterEach(async () => {
    tmux[Symbol.dispose]();
    await folder.remove();
  });

  const prompt = (): Promise<void> => tmux.waitFor((lines) => lines.at(-1)?.trimEnd() === '$');
  const question = (): Promise<void> =>
    tmux.waitFor((lines) => /^(?:Allow .*\]|Rule:.*\))\s*$/.test(lines.at(-1) ?? ''));
  /** An answer is typed only when its question is there, and has been seen when this ends. */
  async function answer(text: string): Promise<void> {
    await question();
    const before = tmux.screen().join('\n').trimEnd();
    tmux.type(text);
    await tmux.waitFor((lines) => lines.join('\n').trimEnd() !== before);
  }
  const edits = (sed: string): Promise<void> => writeFile(join(folder.path, 'edit.sed'), sed);

  /** Makes a call and gives the answers; the last of them may be a key. Returns what was shown, and the exit code. */
  async function call(
    command: string,
    answers: readonly string[],
    key?: string,
  ): Promise<{ shown: string; code: string }> {
    const end = `end of call ${++calls}:`;
    const before = tmux.screen().length;
    tmux.type(`toolbox ${command}; echo ${end} $?`);
    await tmux.waitFor((lines) => lines.length > before);
    for (const each of answers) await answer(each);
    if (key !== undefined) {
      await question();
      tmux.press(key);
    }
    await tmux.waitFor((lines) => lines.some((line) => line.startsWith(end)));
    await prompt();
    const shown = tmux.screen().slice(before).join('\n');
    return { shown, code: shown.slice(shown.lastIndexOf(end) + end.length).trim()[0] ?? '' };
  }

  const list = (): Promise<string> => folder.read('shop/list.txt');

  async function remembered(): Promise<string[]> {
    const { stdout } = await runToolbox(['approvals', 'list', '--json'], {
      entry: BIN,
      cwd: join(folder.path, 'shop'),
      env: { TOOLBOX_HOME: join(folder.path, 'state'), TOOLBOX_CONFIG: join(folder.path, 'own') },
    });
    const { remembered: rules } = JSON.parse(stdout) as { remembered: { rule: string }[] };
    return rules.map(({ rule }) => rule);
  }

  it.each(['y', 's'])('runs the call after %s, and remembers nothing for the next program', async (typed) => {
    expect(await call(WRITE, [typed])).toMatchObject({ code: '0' });
    expect(await list()).toBe('Buy oat milk\n');
    expect(await remembered()).toEqual([]);
  });

  it('keeps the shown rule after a, and does not ask again', async () => {
    expect(await call(WRITE, ['a'])).toMatchObject({
      code: '0',
      shown: expect.stringContaining('"Always" would cover: Edit(/list.txt)'),
    });
    expect(await remembered()).toEqual(['Edit(/list.txt)']);
    await folder.write('shop/list.txt', 'Buy milk\n');
    expect(await call(WRITE, [])).toMatchObject({ code: '0' });
    expect(await list()).toBe('Buy oat milk\n');
  });

  it('lets the rule be edited where it is shown after r, and refuses one that does not cover the call', async () => {
    tmux.type(`toolbox ${WRITE}`);
    await answer('r');
    await question();
    // Deletes the closing bracket, and makes it a rule about other files.
    tmux.press('BSpace');
    tmux.type('.bak)');
    await tmux.waitFor((lines) =>
      lines.some((line) => line.includes('! It cannot be kept: the rule Edit(/list.txt.bak)')),
    );
    await answer('r');
    await question();
    tmux.press('C-u');
    tmux.type('Edit(/*.txt)');
    await answer('y');
    await prompt();
    expect(tmux.screen().join('\n')).toContain('│ "Always" would cover: Edit(/*.txt)\nAllow what it covers');
    expect(await remembered()).toEqual(['Edit(/*.txt)']);
    expect(await list()).toBe('Buy oat milk\n');
  });

  it.each([
    ['n', 'A person denied the call.'],
    ['', 'A person denied the call.'],
    ['n soy milk is better', 'A person denied the call: soy milk is better'],
  ])('does not run the call after %j, and says: %s', async (typed, message) => {
    const { shown, code } = await call(WRITE, [typed]);
    expect(code).toBe('3');
    expect(shown).toContain(message);
    expect(await list()).toBe('Buy milk\n');
  });

  it('cancels the call after Ctrl-C at the question, and while a rule is edited', async () => {
    expect(await call(WRITE, [], 'C-c')).toMatchObject({ code: '1' });
    expect(await call(WRITE, ['r'], 'C-c')).toMatchObject({ code: '1', shown: expect.stringContaining('CANCELLED') });
    expect(await list()).toBe('Buy milk\n');
  });

  it('runs edited arguments only when they are valid and have been shown', async () => {
    await edits('s/"npm[^"]*"/7/; s/"wc[^"]*"/7/');
    tmux.type(`toolbox ${COUNT}; echo code $?`);
    await answer('e');
    await tmux.waitFor((lines) => lines.some((line) => line.includes('! That is not valid')));
    // The editor has the invalid text again.
    await edits('s/: 7/: "wc -c list.txt"/');
    await answer('e');
    await tmux.waitFor((lines) => lines.some((line) => line.includes('│ │ wc -c list.txt')));
    await answer('y');
    await prompt();
    const shown = tmux.screen().join('\n');
    expect(shown).toMatch(/│ │ wc -c list\.txt[\s\S]*Allow the changed call\?[\s\S]*9 list\.txt[\s\S]*code 0/);
  });

  it('looks as it does in the docs', async () => {
    await edits('s/npm publish/cat list.txt/');
    tmux.type(`toolbox ${WRITE}`);
    await answer('r');
    await question();
    for (let presses = 0; presses < 'list.txt)'.length; presses++) tmux.press('BSpace');
    tmux.type('*.txt)');
    await answer('y');
    await prompt();
    tmux.type(`toolbox ${COUNT}`);
    for (const each of ['x', 'e', 'y']) await answer(each);
    await prompt();
    for (const line of tmux.screen()) expect([...line].length).toBeLessThanOrEqual(COLUMNS);
    const options = { name: 'approval-dialog', title: 'toolbox', columns: COLUMNS, place: folder.path };
    const { shown, recorded } = recordedScreen(tmux, options);
    expect(shown).toEqual(recorded);
  });
});
