import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ActivityStream, BashTool, ReadTool } from '../../src/code-ally/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('bash', () => {
  const bash = new BashTool(new ActivityStream());

  it('asks for confirmation, and needs a command', async () => {
    expect([bash.name, bash.requiresConfirmation]).toEqual(['bash', true]);
    expect(bash.getFunctionDefinition().function.parameters.required).toEqual(['command']);
    await expect(bash.execute({})).resolves.toMatchObject({ success: false, error_type: 'validation_error' });
    await expect(bash.execute({ command: 'true', timeout: 0 })).resolves.toMatchObject({
      error_type: 'validation_error',
    });
  });

  it('gives output, errors and exit code', async () => {
    await expect(bash.execute({ command: 'echo out; echo err >&2' })).resolves.toEqual({
      success: true,
      output: 'out\n',
      error: 'err\n',
      return_code: 0,
    });
    await expect(bash.execute({ command: 'echo out; echo err >&2; exit 3' })).resolves.toMatchObject({
      success: false,
      output: 'out\n',
      error: 'bash(command="echo out; echo err >&2; exit 3"): err',
      error_type: 'user_error',
      return_code: 3,
    });
    await expect(bash.execute({ command: 'exit 4' })).resolves.toMatchObject({
      error: 'bash(command="exit 4"): Command exited with code 4',
    });
  });

  it('streams its output with the id of the call', async () => {
    const stream = new ActivityStream();
    const events: string[] = [];
    const ids = new Set<string>();
    stream.subscribe('*', ({ id, type, data }) => {
      ids.add(id);
      events.push(type === 'tool_output_chunk' ? String(data.chunk) : type);
    });
    await new BashTool(stream).execute({ command: 'echo one' });
    expect(events).toEqual(['tool_call_start', 'one\n', 'tool_call_end']);
    expect(ids.size).toBe(1);
  });

  it('works in the given folder', async () => {
    const folder = temporaryFolder();
    await expect(bash.execute({ command: 'pwd', working_dir: folder })).resolves.toMatchObject({
      output: `${folder}\n`,
    });
    await expect(bash.execute({ command: 'pwd', working_dir: join(folder, 'none') })).resolves.toMatchObject({
      success: false,
      error_type: 'user_error',
    });
  });

  it('ends a command whose time is up, and keeps its output', async () => {
    const result = await bash.execute({ command: 'echo before; sleep 60', timeout: 1 });
    expect(result).toMatchObject({ success: false, error_type: 'system_error', output: 'before\n', return_code: -1 });
    expect(result.error).toContain('Command timed out after 1 seconds');
  });

  it('refuses a command that would destroy the machine', async () => {
    // The device does not exist, so nothing would happen if the command were run.
    const result = await bash.execute({ command: 'mkfs.ext4 /dev/no-such-disk' });
    expect(result).toMatchObject({ success: false, error_type: 'security_error' });
  });
});

describe('read', () => {
  const read = new ReadTool(new ActivityStream());
  const folder = (): string => {
    const made = temporaryFolder();
    writeFileSync(join(made, 'a.txt'), 'one\ntwo\nthree\n');
    writeFileSync(join(made, 'empty.txt'), '');
    writeFileSync(join(made, 'binary.bin'), Buffer.from([0, 1, 2, 0, 255]));
    mkdirSync(join(made, 'sub'));
    return made;
  };

  it('numbers the lines of files anywhere', async () => {
    const path = join(folder(), 'a.txt');
    await expect(read.execute({ file_paths: [path] })).resolves.toEqual({
      success: true,
      error: '',
      content: `=== ${path} ===\n     1\tone\n     2\ttwo\n     3\tthree`,
      files_read: 1,
    });
  });

  it('gives a part of a file', async () => {
    const path = join(folder(), 'a.txt');
    const { content } = await read.execute({ file_paths: [path], offset: 2, limit: 1 });
    expect(content).toContain('     2\ttwo');
    expect(content).not.toContain('one');
    expect(content).not.toContain('three');
  });

  it('goes on past a file that cannot be read', async () => {
    const made = folder();
    const paths = ['a.txt', 'none.txt'].map((name) => join(made, name));
    const result = await read.execute({ file_paths: paths });
    expect(result).toMatchObject({ success: true, files_read: 1, files_failed: 1 });
    expect(result['content']).toContain(`=== ${paths[1]} ===\nError: File not found: ${paths[1]}`);
  });

  it.each([
    ['none.txt', 'File not found'],
    ['sub', 'Not a file'],
    ['binary.bin', 'Binary file'],
  ])('fails for %s', async (name, text) => {
    const result = await read.execute({ file_paths: [join(folder(), name)] });
    expect(result).toMatchObject({ success: false, error_type: 'user_error' });
    expect(result.error).toContain(text);
  });

  it('refuses more than a model can take', async () => {
    const path = join(folder(), 'large.txt');
    writeFileSync(path, 'some words of a long line\n'.repeat(20_000));
    const result = await read.execute({ file_paths: [path] });
    expect(result.success).toBe(false);
    expect(result.error).toContain('tokens');
    await expect(read.execute({ file_paths: [path], limit: 10 })).resolves.toMatchObject({ success: true });
  });

  it('needs paths', async () => {
    for (const args of [{}, { file_paths: [] }, { file_paths: 'a.txt' }])
      await expect(read.execute(args)).resolves.toMatchObject({ success: false, error_type: 'validation_error' });
  });

  it('previews how much was read', () => {
    expect(read.getResultPreview({ success: true, error: '', files_read: 1, content: 'a\nb\nc' })).toEqual([
      'Read 1 file',
      'a',
      'b',
      '...',
    ]);
  });
});
