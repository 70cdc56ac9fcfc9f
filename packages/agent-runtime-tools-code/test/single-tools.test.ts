import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { expect, it } from 'vitest';
import { getImportsExportsTool, searchCodeTool } from '../src/index.ts';
import { codeTree, valueOf } from './code-tree.ts';

it('single tools work without the pack, on the same engine', async () => {
  const { workspace, engine } = await codeTree({ 'a.ts': 'export const answer = 42;\n' });
  const tools = new ToolCoordinator({ services: { workspace, code: engine } })
    .register(searchCodeTool)
    .register(getImportsExportsTool);
  expect(valueOf(await tools.execute('search_code', { query: 'answer' })).results).toMatchObject([{ file: 'a.ts' }]);
  expect(valueOf(await tools.execute('get_imports_exports', { file: 'a.ts' })).exports).toMatchObject([
    { name: 'answer' },
  ]);
});

it('a single tool without the engine says how to provide it', async () => {
  const { workspace } = await codeTree({ 'a.ts': '' });
  const tools = new ToolCoordinator({ services: { workspace } }).register(searchCodeTool);
  expect(await tools.execute('search_code', { query: 'x' })).toMatchObject({
    ok: false,
    error: { code: 'ENGINE_NOT_AVAILABLE', message: expect.stringContaining('createCodeEngine') },
  });
});
