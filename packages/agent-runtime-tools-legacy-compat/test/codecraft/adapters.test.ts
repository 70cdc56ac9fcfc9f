import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import {
  DefaultToolExecutor,
  DefaultToolRegistry,
  fromCurrentResult,
  fromCurrentTool,
  readFileTool,
  toCurrentResult,
  toCurrentTool,
  writeFileTool,
} from '../../src/codecraft/index.ts';
import { readFileTool as byDefault } from '../../src/codecraft/tools/files/read-file.ts';
import { fileTools } from '../file-tools.ts';
import { mockContext } from './mock-context.ts';

describe('an older tool as a current tool', () => {
  it('reads through the context that it is given', async () => {
    const tools = new ToolCoordinator();
    tools.register(toCurrentTool(readFileTool, { context: mockContext({ 'a.txt': 'hello' }) }));
    const result = await tools.execute('read_file', { path: 'a.txt' });
    expect(result).toMatchObject({ ok: true, value: 'hello', metadata: { bytesRead: 5, filesAccessed: ['a.txt'] } });
    await expect(tools.execute('read_file', { path: 'b.txt' })).resolves.toMatchObject({
      ok: false,
      error: { code: 'FILE_NOT_FOUND' },
    });
    await expect(tools.execute('read_file', { path: 'a.txt', limit: 0 })).resolves.toMatchObject({
      ok: false,
      error: { code: 'VALIDATION_ERROR' },
    });
  });

  it('needs approval if it writes', async () => {
    const tools = new ToolCoordinator();
    const context = mockContext({});
    tools.register(toCurrentTool(writeFileTool, { context }));
    await expect(tools.execute('write_file', { path: 'a', content: '' })).resolves.toMatchObject({
      ok: false,
      error: { code: 'APPROVAL_REQUIRED' },
    });
    expect(context.fs.writeFileSync).not.toHaveBeenCalled();
  });
});

describe('a current tool as an older tool', () => {
  it('is run by the older executor', async () => {
    const { root, tools } = fileTools();
    writeFileSync(join(root, 'a.txt'), 'hello');
    const registry = new DefaultToolRegistry();
    registry.register(fromCurrentTool(tools, 'read_file'));
    const executor = new DefaultToolExecutor(registry, { ...mockContext({}), cwd: root });
    await expect(executor.execute('read_file', { path: 'a.txt' })).resolves.toMatchObject({
      success: true,
      data: { content: 'hello' },
    });
    await expect(executor.execute('read_file', {})).resolves.toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
    expect(registry.getDeclarations()[0]?.functionDeclarations[0]).toMatchObject({
      name: 'read_file',
      parameters: { properties: { path: expect.anything() } },
    });
    expect(() => fromCurrentTool(tools, 'none')).toThrow('Unknown tool: none');
  });
});

describe('results', () => {
  it('become the older ones and back', () => {
    expect(fromCurrentResult(ok({ a: 1 }, { bytesRead: 3 }))).toEqual({
      success: true,
      data: { a: 1 },
      metadata: { executionTimeMs: 0, bytesRead: 3 },
    });
    const old = fromCurrentResult(fail('FILE_NOT_FOUND', 'Gone.', { details: { path: 'a' } }));
    expect(old).toMatchObject({
      success: false,
      error: { code: 'FILE_NOT_FOUND', message: 'Gone.', details: { path: 'a' } },
    });
    expect(toCurrentResult(old)).toMatchObject({
      ok: false,
      error: { code: 'FILE_NOT_FOUND', details: { path: 'a' } },
    });
    expect(toCurrentResult({ success: true, data: 5 })).toMatchObject({ ok: true, value: 5 });
    expect(toCurrentResult({ success: false, error: { code: 'X', message: 'y', details: ['z'] } })).toMatchObject({
      error: { details: { details: ['z'] } },
    });
  });
});

it('a tool is also the default export of its file', async () => {
  const module = await import('../../src/codecraft/tools/files/read-file.ts');
  expect(module.default).toBe(byDefault);
});
