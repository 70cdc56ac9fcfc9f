import { checkDefinition } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { BIN, runInTerminal, runToolbox } from '../run-toolbox.ts';

describe('toolbox describe', () => {
  it('prints everything about a tool as JSON', async () => {
    const { code, stdout } = await runToolbox(['describe', 'echo', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ name: 'echo', parameters: { type: 'object' } });
  });

  it('shows the description, parameters, output, capabilities and an example call', async () => {
    const { code, stdout, stderr } = await runToolbox(['describe', 'add_numbers']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('add_numbers 2.1.0 · words\n  Adds numbers.\n');
    expect(stdout).toMatch(/ name +type +required +default +description\n/);
    expect(stdout).toMatch(/ numbers +number\[\] +yes +What to add up\n/);
    expect(stdout).toMatch(/ round +boolean +no +false +Whole numbers only\n/);
    expect(stdout).toMatch(/ unit +"m" \| "km" +no\n/);
    expect(stdout).toMatch(/Output\n +sum +number\n/);
    expect(stdout).toMatch(/Capabilities\n +only computes · idempotent\n/);
    expect(stdout).toContain(`call add_numbers '{"numbers":[1]}'`);
  });

  it('finds a tool by its alias', async () => {
    const { code, stdout } = await runToolbox(['describe', 'say']);
    expect(code).toBe(0);
    expect(stdout).toContain('echo 1.0.0 · words · also say');
  });

  it('says that a tool needs approval and has a dry run', async () => {
    const { stdout } = await runToolbox(['describe', 'write_note']);
    expect(stdout).toContain('writes · asks · has a dry run');
  });

  it('shows the time limit of a tool with a timeout parameter', async () => {
    const { stdout } = await runToolbox(['describe', 'bash'], { entry: BIN });
    expect(stdout).toContain('Ends within 120 s unless timeout says otherwise (at most 600 s)');
    expect(stdout).toMatch(/ timeout +number +no +120 +Seconds until it is stopped; at most 600/);
    expect(stdout).not.toContain('stopped after');
  });

  it.each(['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'json-schema'] as const)(
    'prints the definition for %s',
    async (format) => {
      const { code, stdout, stderr } = await runToolbox(['describe', 'add_numbers', '--format', format]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(checkDefinition(format, JSON.parse(stdout))).toEqual([]);
      expect(stdout).toContain('Whole numbers only');
    },
  );

  it('shows an example call that works unchanged', async () => {
    const { stdout } = await runToolbox(['describe', 'list_directory'], { entry: BIN });
    const example = /call list_directory '(.*)'/.exec(stdout)?.[1] ?? '';
    const { code } = await runToolbox(['call', 'list_directory', example], { entry: BIN });
    expect(code).toBe(0);
  });

  it.each([40, 60, 80, 120])('fits %i columns, however many values a parameter has', async (columns) => {
    const { stdout } = await runInTerminal(['describe', 'write_file'], { columns, entry: BIN, env: { NO_COLOR: '1' } });
    const [parameters = ''] = stdout.replaceAll('\r', '').split('\nOutput\n');
    const lines = parameters.split('\n').slice(1);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(parameters.replaceAll(/\s+/g, ' ')).toMatch(
      columns === 120 ? / path string yes / : / path string · required /,
    );
    expect(parameters).toContain('"iso-8859-8"');
  });

  it.each([60, 80, 120])('shows an output of many levels within %i columns', async (columns) => {
    const { stdout } = await runInTerminal(['describe', 'edit_file'], { columns, entry: BIN, env: { NO_COLOR: '1' } });
    const [output = ''] = (stdout.replaceAll('\r', '').split('\nOutput\n')[1] ?? '').split('\nCapabilities\n');
    expect(Math.max(...output.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(output.replaceAll(/\s+/g, ' ')).toContain('files[].hunks[].how? "exact" | "normalised" | "indentation" |');
  });

  it('wraps long descriptions on a terminal instead of cutting them', async () => {
    const { stdout } = await runInTerminal(['describe', 'hostile_write'], { columns: 40, env: { NO_COLOR: '1' } });
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('Asks for approval of text that would take over a terminal.');
    expect(stdout).not.toContain('…');
  });
});
