import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { expect, it } from 'vitest';
import * as edit from '../src/index.ts';
import { temporaryEdit } from './temporary-edit.ts';

it('each tool of the pack can be made alone, and is the one that the pack has', () => {
  const alone = [
    edit.editFileTool(),
    edit.applyDiffTool(),
    edit.multiApplyDiffTool(),
    edit.applyPatchTool(),
    edit.searchAndReplaceTool(),
    edit.insertContentTool(),
  ];
  expect(alone.map(({ name }) => name)).toEqual(edit.editPack().tools.map(({ name }) => name));
});

it('a tool that is registered alone works, within the limits that it was given', async () => {
  const { workspace, text } = temporaryEdit({ 'a.txt': 'one\n' });
  const tools = new ToolCoordinator({ services: { workspace } })
    .register(edit.editFileTool({ maxFileBytes: 20 }))
    .use({ name: 'yes', phase: 'approve', execute: (params, _context, next) => next(params, { by: 'test' }) });
  const change = (old_string: string, new_string: string) =>
    tools.execute('edit_file', { path: 'a.txt', old_string, new_string });
  expect(await change('one', 'two')).toMatchObject({ ok: true });
  expect(await change('two', 'x'.repeat(40))).toMatchObject({ ok: false, error: { code: 'TOO_LARGE' } });
  expect(text('a.txt')).toBe('two\n');
  await tools.shutdownAll();
});
