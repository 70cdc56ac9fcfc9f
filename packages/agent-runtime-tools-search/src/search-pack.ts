import { definePack } from '@ku0/agent-runtime-tools-core';
import { PROVIDE_WORKSPACE } from '@ku0/agent-runtime-tools-workspace';
import type { SearchOptions } from './choose-engines.ts';
import { globTool } from './glob/glob.tool.ts';
import { grepTool } from './grep/grep.tool.ts';
import { packVersions } from './version.ts';

/** Finding files by name and by text. */
export function searchPack(options: SearchOptions = {}) {
  return definePack({
    name: 'search',
    ...packVersions,
    tools: [globTool(options), grepTool(options)],
    aliases: { search_files: 'grep' },
    services: {
      workspace: { provideWith: PROVIDE_WORKSPACE },
    },
  });
}
