import { stripVTControlCharacters } from 'node:util';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BIN, runInTerminal, runToolbox, type RunResult } from '../run-toolbox.ts';

const NOTE = ['call', 'write_note', '{"path":"note","text":"hi"}'];

describe('toolbox call, of a tool that needs approval', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolbox-approval-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const written = (): Promise<string> => readFile(join(folder, 'note'), 'utf8').catch(() => 'not written');
  const answer = (text: string, args: readonly string[] = NOTE, stdoutTo?: string): Promise<RunResult> =>
    runInTerminal(args, { cwd: folder, stdoutTo, when: { shows: '[y/N]', act: (child) => child.stdin?.write(text) } });

  it('is denied without a terminal, with a hint on the options', async () => {
    const { code, stdout, stderr } = await runToolbox(NOTE, { cwd: folder, input: 'y\n' });
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('APPROVAL_DENIED');
    expect(stderr).toContain('or --approve all');
    expect(await written()).toBe('not written');
  });

  it('is denied with --approve none', async () => {
    const { code, stdout } = await runToolbox([...NOTE, '--approve', 'none', '--json'], { cwd: folder });
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'APPROVAL_DENIED' } });
    expect(await written()).toBe('not written');
  });

  it('runs with --approve all', async () => {
    expect(await runToolbox([...NOTE, '--approve', 'all'], { cwd: folder })).toMatchObject({ code: 0 });
    expect(await written()).toBe('hi');
  });

  it('runs a command that only reads within the workspace with --allow-reads, and no other', async () => {
    await writeFile(join(folder, 'seen.txt'), '');
    const bash = (command: string, ...options: string[]): Promise<RunResult> =>
      runToolbox(['call', 'bash', JSON.stringify({ command }), ...options], { entry: BIN, cwd: folder });
    expect(await bash('ls')).toMatchObject({ code: 3 });
    expect(await bash('ls', '--allow-reads')).toMatchObject({ code: 0, stdout: expect.stringContaining('seen.txt') });
    expect(await bash('ls /etc', '--allow-reads')).toMatchObject({ code: 3 });
    expect(await bash('ls > note', '--allow-reads')).toMatchObject({ code: 3 });
    expect(await written()).toBe('not written');
  });

  it('asks only if these arguments need approval', async () => {
    expect(await runToolbox(['call', 'ask_about_big', '{"size":10}'])).toMatchObject({ code: 0 });
    expect(await runToolbox(['call', 'ask_about_big', '{"size":11}'])).toMatchObject({ code: 3 });
    expect(await runToolbox(['call', 'echo', '{"text":"a"}', '--approve', 'none'])).toMatchObject({ code: 0 });
  });

  it('asks on a terminal and shows the arguments and the changes', async () => {
    const { code, stdout } = await answer('y\n');
    expect(code).toBe(0);
    const shown = stripVTControlCharacters(stdout).replaceAll('\r', '');
    expect(shown).toContain('? write_note asks to run · writes\n');
    expect(shown).toContain(`│ Folder: ${folder}\n`);
    expect(shown).toMatch(/│ text: 2 characters, in the changes\n/);
    expect(shown).toContain('│ Writes note.\n│ create note\n');
    expect(stdout).toContain('\u001B[32m+hi\u001B[39m');
    expect(await written()).toBe('hi');
  });

  it.each(['\n', 'n\n', 'yup\n', 'y n\n', '\u0004'])('is denied by a person who types %j', async (typed) => {
    const { code, stdout } = await answer(typed);
    expect(code).toBe(3);
    expect(stdout).toContain('APPROVAL_DENIED');
    expect(await written()).toBe('not written');
  });

  it('is cancelled by Ctrl-C at the question', async () => {
    const { code, stdout } = await answer('\u0003');
    expect(code).toBe(1);
    expect(stdout).toContain('CANCELLED');
    expect(await written()).toBe('not written');
  });

  it('asks on a terminal with --json too, with only the result on stdout', async () => {
    const file = join(folder, 'out.json');
    const { code, stdout } = await answer('y\n', [...NOTE, '--json'], file);
    expect(code).toBe(0);
    expect(stdout).toContain('Allow this call?');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ ok: true, metadata: { toolName: 'write_note' } });
  });

  it('shows hostile characters of the arguments as escapes, in lines that start with a mark', async () => {
    const text = '\u001B]0;owned\u0007\u001B[2K\u202Egnp.exe\r\nAllow this call? [y/N] y';
    const { code, stdout } = await answer('n\n', ['call', 'hostile_write', JSON.stringify({ text })]);
    expect(code).toBe(3);
    for (const raw of ['\u001B]', '\u001B[2K\u202E', '\u0007', '\u202E']) expect(stdout).not.toContain(raw);
    expect(stdout).toContain(String.raw`\u{202e}`);
    const lines = stripVTControlCharacters(stdout).split(/\r?\n/);
    expect(lines.filter((line) => line.startsWith('Allow this call?'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('Allow this call?')).length).toBeGreaterThan(3);
  });
});
