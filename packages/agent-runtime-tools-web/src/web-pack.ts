import { definePack } from '@ku0/agent-runtime-tools-core';
import { WebAccess } from './web-access.ts';
import { webFetchTool } from './web-fetch/web-fetch.tool.ts';
import type { WebPackOptions } from './web-options.ts';
import { webSearchTool } from './web-search/web-search.tool.ts';
import { packVersions } from './version.ts';

/** The tools that read web pages and search the web. Throws a TypeError at faulty options. */
export function webPack(options: WebPackOptions = {}) {
  const access = new WebAccess(options);
  return definePack({
    name: 'web',
    ...packVersions,
    tools: [webFetchTool(access), webSearchTool(access)],
    aliases: {},
  });
}
