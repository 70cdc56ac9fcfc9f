import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import {
  ActivityStream,
  BashTool,
  fromCurrentResult,
  fromCurrentTool,
  ReadTool,
  toCurrentResult,
  toCurrentTool,
  ToolManager,
} from '../../src/code-ally/index.ts';
import { fileTools } from '../file-tools.ts';

const stream = new ActivityStream();

describe('an older tool as a current tool', () => {
  it('runs, and needs approval if it asked for confirmation', async () => {
    const { root } = fileTools();
    writeFileSync(join(root, 'a.txt'), 'hello');
    const tools = new ToolCoordinator();
    tools.register(toCurrentTool(new ReadTool(stream)));
    tools.register(toCurrentTool(new BashTool(stream)));
    await expect(tools.execute('read', { file_paths: [join(root, 'a.txt')] })).resolves.toMatchObject({
      ok: true,
      value: { files_read: 1 },
    });
    await expect(tools.execute('read', { file_paths: [join(root, 'b.txt')] })).resolves.toMatchObject({
      ok: false,
      error: { kind: 'user_error', message: expect.stringContaining('File not found') },
    });
    await expect(tools.execute('bash', { command: 'ls' })).resolves.toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED' },
    });
  });
});

describe('a current tool as an older tool', () => {
  it('is run by the older manager', async () => {
    const { root, tools } = fileTools();
    writeFileSync(join(root, 'a.txt'), 'hello');
    const manager = new ToolManager([fromCurrentTool(tools, 'read_file', stream)], stream);
    await expect(manager.executeTool('read_file', { path: 'a.txt' })).resolves.toMatchObject({
      success: true,
      error: '',
      content: 'hello',
    });
    const missing = await manager.executeTool('read_file', { path: 'b.txt' });
    expect(missing).toMatchObject({ success: false, error_type: 'user_error', suggestion: expect.any(String) });
    expect(missing.error).toMatch(/^read_file\(path="b.txt"\): /);
    expect(manager.getFunctionDefinitions()[0]?.function.parameters).toMatchObject({ required: ['path'] });
    expect(fromCurrentTool(tools, 'delete_file', stream).requiresConfirmation).toBe(true);
    expect(() => fromCurrentTool(tools, 'none', stream)).toThrow('Unknown tool: none');
  });
});

describe('results', () => {
  it('become the older ones and back', () => {
    expect(fromCurrentResult(ok({ count: 1 }))).toEqual({ success: true, error: '', count: 1 });
    expect(fromCurrentResult(ok('text'))).toEqual({ success: true, error: '', result: 'text' });
    const old = fromCurrentResult(fail('X', 'No.', { kind: 'permission_error', suggestion: 'Ask.' }));
    expect(old).toEqual({ success: false, error: 'No.', error_type: 'permission_error', suggestion: 'Ask.' });
    expect(toCurrentResult(old)).toMatchObject({
      ok: false,
      error: { kind: 'permission_error', message: 'No.', suggestion: 'Ask.' },
    });
    expect(toCurrentResult({ success: true, error: 'noted', output: 'x' })).toMatchObject({
      ok: true,
      value: { output: 'x', error: 'noted' },
    });
  });
});
