import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runInTerminal } from '../run-toolbox.ts';

describe('a call on a terminal', () => {
  it('shows a progress line while it runs, and erases it', async () => {
    const { code, stdout } = await runInTerminal(['call', 'stream', '{"lines":2,"pauseMs":350}']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/stream · 0\.\d s · 50 % · at line 1/);
    expect(afterErasing(stdout)).toEqual(expect.arrayContaining(['line 1', 'line 2', 'lines: 2']));
    expect(afterErasing(stdout).join('\n')).not.toContain('50 %');
  });

  it('shows no progress line on a dumb terminal', async () => {
    const { stdout } = await runInTerminal(['call', 'stream', '{"lines":2,"pauseMs":350}'], { env: { TERM: 'dumb' } });
    expect(stdout).toContain('line 2');
    expect(stdout).not.toContain('\u001B');
  });
});

/** The lines that are left on the screen: what comes before the last erasure of a line is gone. */
function afterErasing(screen: string): string[] {
  return screen.split(/\r?\n/).map((line) => stripVTControlCharacters(line.split('\u001B[2K').at(-1) ?? ''));
}
