import { definePack } from '@ku0/agent-runtime-tools-core';
import { browserActionTool } from './browser-action/browser-action.tool.ts';
import type { BrowserPackOptions } from './browser-options.ts';
import { BrowserSessions } from './session/browser-sessions.ts';
import { packVersions } from './version.ts';

/** The tool that works with web pages in a real browser. Throws a TypeError at faulty options. */
export function browserPack(options: BrowserPackOptions = {}) {
  // Checks the options now; each coordinator creates sessions of its own on the first call.
  const checked = new BrowserSessions(options);
  return definePack({
    name: 'browser',
    ...packVersions,
    tools: [browserActionTool],
    aliases: {},
    services: {
      browser: {
        provideWith: 'new ToolCoordinator({ services: { browser: new BrowserSessions() } })',
        create: () => new BrowserSessions(checked.options),
      },
    },
  });
}
