import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BIN, runInTerminal, runToolbox } from '../run-toolbox.ts';

describe('toolbox list', () => {
  it('shows the tools by pack, each with its first sentence and its flags', async () => {
    const { code, stdout, stderr } = await runToolbox(['list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('words 1.2.3');
    expect(lines[1]).toMatch(/^ {2}echo +Returns the given text\.$/);
    expect(lines).toContain('trouble 0.1.0');
    expect(stdout).toMatch(/ write_note +Writes a note\. +writes · asks\n/);
    expect(stdout).toMatch(/ ask_about_big +Asks only when the size is large\. +may ask\n/);
    expect(stdout).not.toContain('\u001B');
  });

  it('prints everything about the tools as JSON', async () => {
    const { code, stdout, stderr } = await runToolbox(['list', '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const tools = JSON.parse(stdout) as Record<string, unknown>[];
    expect(tools.slice(0, 2)).toMatchObject([
      {
        name: 'echo',
        version: '1.0.0',
        pack: 'words',
        packVersion: '1.2.3',
        requiresApproval: false,
        aliases: ['say'],
        capabilities: { writesFiles: false },
      },
      {
        name: 'add_numbers',
        version: '2.1.0',
        pack: 'words',
        requiresApproval: false,
        aliases: [],
        capabilities: { idempotent: true },
      },
    ]);
    expect(tools.find(({ name }) => name === 'write_note')).toMatchObject({
      requiresApproval: true,
      capabilities: { writesFiles: true },
    });
    expect(tools.find(({ name }) => name === 'ask_about_big')).toMatchObject({ requiresApproval: 'depends' });
  });

  it('lists the toolbox’s own tools', async () => {
    const { code, stdout } = await runToolbox(['list', '--json'], { entry: BIN });
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as unknown[]).length).toBeGreaterThan(0);
  });

  it('fits the terminal, in colours', async () => {
    const { code, stdout } = await runInTerminal(['list'], { columns: 60 });
    expect(code).toBe(0);
    expect(stdout).toContain('\u001B[36m');
    expect(stdout).toContain('…');
    const lines = stripVTControlCharacters(stdout).split(/\r?\n/);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  it.each([54, 80, 100, 140])(
    'leaves room for the descriptions on %i columns, and says which tools need approval',
    async (columns) => {
      const { stdout } = await runInTerminal(['list'], { columns, entry: BIN, env: { NO_COLOR: '1' } });
      const lines = stdout.split(/\r?\n/);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect(stdout).toMatch(/ bash +Runs a command.* asks\r?\n/);
      expect(stdout.includes('executes')).toBe(columns === 140);
    },
  );

  it('has no colours with NO_COLOR', async () => {
    const { stdout } = await runInTerminal(['list'], { env: { NO_COLOR: '1' } });
    expect(stdout).toContain('echo');
    expect(stdout).not.toContain('\u001B');
  });

  it('has colours in a pipe with FORCE_COLOR', async () => {
    const { stdout } = await runToolbox(['list'], { env: { FORCE_COLOR: '1' } });
    expect(stdout).toContain('\u001B[36mecho');
  });
});
