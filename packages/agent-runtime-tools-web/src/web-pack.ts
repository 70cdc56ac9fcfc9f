import { definePack } from '@ku0/agent-runtime-tools-core';
import { WebAccess } from './web-access.ts';
import { webFetchWith } from './web-fetch/web-fetch.tool.ts';
import type { WebPackOptions } from './web-options.ts';
import { webSearchWith } from './web-search/web-search.tool.ts';
import { packVersions } from './version.ts';

/** The tools that read web pages and search the web. Throws a TypeError at faulty options. */
export function webPack(options: WebPackOptions = {}) {
  const access = new WebAccess(options);
  return definePack({
    name: 'web',
    ...packVersions,
    tools: [webFetchWith(access), webSearchWith(access)],
    aliases: {},
  });
}
