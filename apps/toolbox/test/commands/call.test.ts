import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolResult } from '@ku0/agent-runtime-tools-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, runToolbox, type RunResult } from '../run-toolbox.ts';

describe('toolbox call', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolbox-call-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('prints the value on stdout and the status on stderr', async () => {
    const { code, stdout, stderr } = await runToolbox(['call', 'echo', '{"text":"hello"}']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'hello\n' });
    expect(stderr).toMatch(/^✓ echo [\d.]+ m?s\n/);
    expect(stdout + stderr).not.toContain('\u001B');
  });

  it('calls a tool of the toolbox’s own packs', async () => {
    const { code, stdout } = await runToolbox(['call', 'list_directory'], { entry: BIN, cwd: import.meta.dirname });
    expect(code).toBe(0);
    expect(stdout).toContain('call.test.ts');
  });

  it('calls a tool by its alias', async () => {
    expect(await runToolbox(['call', 'say', '{"text":"hello"}'])).toMatchObject({ code: 0, stdout: 'hello\n' });
  });

  it('reads the arguments from stdin', async () => {
    expect(await runToolbox(['call', 'echo', '-'], { input: '{"text":"from stdin"}\n' })).toMatchObject({
      code: 0,
      stdout: 'from stdin\n',
    });
  });

  it('reads the arguments from a file, with or without a byte order mark', async () => {
    const file = join(folder, 'arguments.json');
    await writeFile(file, '\uFEFF{"text":"from a file"}');
    expect(await runToolbox(['call', 'echo', `@${file}`])).toMatchObject({ code: 0, stdout: 'from a file\n' });
  });

  it('refuses a file that is not text, and a folder', async () => {
    const file = join(folder, 'binary');
    await writeFile(file, Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
    const binary = await runToolbox(['call', 'echo', `@${file}`]);
    expect(binary.code).toBe(2);
    expect(binary.stderr).toContain('it is not UTF-8 text');
    const itself = await runToolbox(['call', 'echo', `@${folder}`]);
    expect(itself.code).toBe(2);
    expect(itself.stderr).toContain('it is a folder');
  });

  it.each([[[]], [['']], [['-']]])('takes %j as no arguments', async (operands) => {
    const { code, stderr } = await runToolbox(['call', 'broken', ...operands], { input: '' });
    expect(code).toBe(1);
    expect(stderr).toContain('It is broken.');
  });

  it('does not parse options after --', async () => {
    expect(await runToolbox(['call', '--', 'echo', '{"text":"--json"}'])).toMatchObject({
      code: 0,
      stdout: '--json\n',
    });
  });

  it('shows repaired arguments and warnings', async () => {
    const { code, stdout, stderr } = await runToolbox(['call', 'add_numbers', '{"numbers":"5"}']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'sum: 5\n' });
    expect(stderr).toContain('~ numbers: was a single value, and was put into a list\n');
    expect(stderr).toContain('~ numbers.0: was a string, and was converted to a number\n');
    expect(stderr).toContain('! numbers are approximate\n');
  });

  it('shows the error of a tool and its suggestion', async () => {
    const { code, stdout, stderr } = await runToolbox(['call', 'broken']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/✗ broken BROKEN · [\d.]+ m?s\n +It is broken\.\n +→ Mend it\.\n/);
  });

  it('fails with arguments that do not fit the tool', async () => {
    const { code, stderr } = await runToolbox(['call', 'echo', '{"txt":"a"}']);
    expect(code).toBe(1);
    expect(stderr).toContain('VALIDATION_ERROR');
    expect(stderr).toContain('text');
  });

  it.each([
    ['{"text":"a",,}', 'at position 12', '{"text":"a",,}\n              ^'],
    ['{"text":', 'Unexpected end of JSON input', '{"text":\n          ^'],
    ['{text:1}', 'at position 1', 'single quotes'],
    ['{"text":"a","text":"b"}', 'appears twice', 'each key once'],
    ['hello', 'is not valid JSON', 'Send one JSON object'],
  ])('shows what is wrong with the JSON %s, and an example', async (text, problem, hint) => {
    const { code, stdout, stderr } = await runToolbox(['call', 'echo', text]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(problem);
    expect(stderr).toContain(hint);
    expect(stderr).toContain(`call echo '{"text":"some text"}'`);
  });

  it('does not repeat output after the call that was shown during it', async () => {
    const params = JSON.stringify({ command: 'echo one; echo; echo two; exit 3' });
    const { code, stdout } = await runToolbox(['call', 'bash', params, '--approve', 'all'], { entry: BIN });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^one\n\ntwo\nexit code 3, .*\n$/);
  });

  it('streams output as it arrives, and then shows a short preview of the value', async () => {
    const { code, stdout } = await runToolbox(['call', 'stream', '{"lines":30}']);
    expect(code).toBe(0);
    expect(stdout.startsWith('line 1\nline 2\n')).toBe(true);
    expect(stdout.endsWith('line 30\nlines: 30\noutput: x\n')).toBe(true);
  });

  it('names the artifact of an output that is too large', async () => {
    const { stdout, stderr } = await runToolbox(['call', 'large', '{"chars":40000}']);
    expect(stdout.length).toBeLessThan(31_000);
    expect(stdout).toContain('characters left out');
    expect(stderr).toMatch(/\+ The whole output of large: \S+ \(text\/plain, 40000 characters\)/);
  });

  it('shows an image by its type and size', async () => {
    expect(await runToolbox(['call', 'picture'])).toMatchObject({ code: 0, stdout: '[image/png, about 2 KiB]\n' });
  });

  it('works in the folder of --workspace', async () => {
    const { code } = await runToolbox([
      'call',
      'write_note',
      '{"path":"note","text":"hi"}',
      '--workspace',
      folder,
      '--approve',
      'all',
    ]);
    expect(code).toBe(0);
    expect(await readFile(join(folder, 'note'), 'utf8')).toBe('hi');
  });

  it('stops a tool after the time of --timeout', async () => {
    const { code, stdout, stderr } = await runToolbox(['call', 'wait', '--timeout', '200', '--json']);
    expect(code).toBe(1);
    expect(resultIn({ stdout })).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
    expect(stderr).toContain('wait was shut down');
  });

  describe('--dry-run', () => {
    it('shows the changes without making them', async () => {
      const { code, stdout, stderr } = await runToolbox([
        'call',
        'write_note',
        '{"path":"dry","text":"hi"}',
        '--workspace',
        folder,
        '--dry-run',
      ]);
      expect(code).toBe(0);
      expect(stdout).toBe('Writes dry.\ncreate dry\n--- dry\n+++ dry\n@@ -1 +1 @@\n+hi\n');
      expect(stderr).toContain('nothing has been changed');
      await expect(readFile(join(folder, 'dry'))).rejects.toThrow('ENOENT');
    });

    it('prints the whole plan as JSON', async () => {
      const result = await runToolbox(['call', 'write_note', '{"path":"dry","text":"hi"}', '--dry-run', '--json']);
      expect(result.code).toBe(0);
      expect(resultIn(result)).toMatchObject({
        ok: true,
        value: { summary: 'Writes dry.', changes: [{ kind: 'create', target: 'dry' }] },
      });
    });

    it('fails if the arguments do not fit the tool', async () => {
      const result = await runToolbox(['call', 'write_note', '{}', '--dry-run', '--json']);
      expect(result.code).toBe(1);
      expect(resultIn(result)).toMatchObject({ ok: false, error: { code: 'VALIDATION_ERROR' } });
    });
  });

  describe('--json', () => {
    it.each([
      [['echo', '{"text":"a\\nb"}'], 0, { ok: true, value: 'a\nb', metadata: { toolName: 'echo', attempts: 1 } }],
      [['stream', '{"lines":2}'], 0, { ok: true, value: { lines: 2 } }],
      [['broken'], 1, { ok: false, error: { code: 'BROKEN' } }],
      [['echo', '{}'], 1, { ok: false, error: { code: 'VALIDATION_ERROR' } }],
      [['echo', '{nope'], 2, { ok: false, error: { code: 'VALIDATION_ERROR' }, metadata: { toolName: 'echo' } }],
      [['ecco', '{}'], 2, { ok: false, error: { code: 'TOOL_NOT_FOUND' } }],
      [['write_note', '{"path":"a","text":"b"}'], 3, { ok: false, error: { code: 'APPROVAL_DENIED' } }],
      [['large', '{"chars":2000000}'], 0, { ok: true, metadata: { toolName: 'large' } }],
    ])('prints the whole result of %j and nothing else', async (args, code, expected) => {
      const result = await runToolbox(['call', ...args, '--json']);
      expect(result.code).toBe(code);
      expect(resultIn(result)).toMatchObject(expected);
    });

    it('sends streamed output to stderr', async () => {
      const { stderr } = await runToolbox(['call', 'stream', '{"lines":2}', '--json']);
      expect(stderr).toContain('line 1\nline 2\n');
    });
  });
});

/** The one JSON value that stdout must consist of. */
function resultIn({ stdout }: Pick<RunResult, 'stdout'>): ToolResult {
  expect(stdout.endsWith('\n')).toBe(true);
  return JSON.parse(stdout) as ToolResult;
}
