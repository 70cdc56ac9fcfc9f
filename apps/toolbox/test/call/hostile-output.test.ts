import { describe, expect, it } from 'vitest';
import { runInTerminal, runToolbox } from '../run-toolbox.ts';

const HOSTILE = '\u001B]0;owned\u0007\u001B[2J\u009B31m\u202Eevil\u200B\u0008';
const RAW = ['\u001B]', '\u001B[2J', '\u0007', '\u0008', '\u009B', '\u202E', '\u200B'];

describe('the output of a tool', () => {
  it.each([false, true])('never reaches a terminal raw (the tool fails: %s)', async (fails) => {
    const { code, stdout } = await runInTerminal(['call', 'hostile', JSON.stringify({ text: HOSTILE, fails })]);
    expect(code).toBe(fails ? 1 : 0);
    expect(rawIn(stdout)).toEqual([]);
    expect(stdout.split(String.raw`\u{1b}]0;owned`).length).toBeGreaterThan(2);
  });

  it('never reaches a pipe raw', async () => {
    const { stdout, stderr } = await runToolbox(['call', 'hostile', JSON.stringify({ text: HOSTILE })]);
    expect(rawIn(stdout + stderr)).toEqual([]);
    expect(stdout).toContain(String.raw`\u{202e}evil`);
    expect(stderr).toContain(String.raw`! \u{1b}]0;owned`);
  });

  it('is complete in JSON, and never raw', async () => {
    const { stdout, stderr } = await runToolbox(['call', 'hostile', JSON.stringify({ text: HOSTILE }), '--json']);
    expect(rawIn(stdout + stderr)).toEqual([]);
    expect(JSON.parse(stdout)).toMatchObject({
      value: { [HOSTILE]: HOSTILE, nested: [HOSTILE] },
      metadata: { warnings: [HOSTILE] },
    });
  });
});

function rawIn(text: string): string[] {
  return RAW.filter((raw) => text.includes(raw));
}
