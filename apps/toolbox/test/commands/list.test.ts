import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { BIN, STATE, runInTerminal, runToolbox } from '../run-toolbox.ts';

const RECORDER = join(import.meta.dirname, '..', 'fixtures', 'record-loading.ts');

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

  it('loads the families and what they need at once, and nothing that only calls need', async () => {
    const file = join(STATE, 'loaded.json');
    const env = { LOADED_TO: file, NODE_OPTIONS: `--import=${RECORDER}`, TOOLBOX_CONFIG: join(STATE, 'no-config') };
    expect(await runToolbox(['list'], { entry: BIN, cwd: STATE, env })).toMatchObject({ code: 0 });
    const loaded = JSON.parse(await readFile(file, 'utf8')) as { packages: string[]; builtins: string[] };
    const families = 'files edit search code project shell sandbox git web browser task'.split(' ');
    const shared = 'core workspace processes net rules terminal'.split(' ');
    const ours = [...families, ...shared].map((name) => `agent-runtime-tools-${name}`);
    const expected = ['agent-runtime-tools', 'toolbox', 'fast-myers-diff', 'ignore', ...ours];
    expect(loaded.packages.toSorted()).toEqual(expected.toSorted());
    expect(loaded.builtins).toContain('net');
    for (const slow of ['http', 'https', 'http2', 'tls', 'readline', 'inspector'])
      expect(loaded.builtins).not.toContain(slow);
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
