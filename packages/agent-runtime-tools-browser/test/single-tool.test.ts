import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { expect, it } from 'vitest';
import { browserActionTool, browserPack, BrowserSessions } from '../src/index.ts';

it('the tool is that of the pack, and works without it on sessions of the host', async () => {
  expect(browserPack().tools.map(({ name }) => name)).toEqual([browserActionTool.name]);
  const tools = new ToolCoordinator({ services: { browser: new BrowserSessions() } }).register(browserActionTool);
  expect(await tools.execute('browser_action', { action: 'close' })).toMatchObject({
    ok: true,
    value: { closed: false },
  });
  await tools.shutdownAll();
});
