import type { CreateToolsOptions } from '@ku0/agent-runtime-tools';
import { readProjectServers } from '@ku0/agent-runtime-tools-mcp';
import type { TrustStore } from '@ku0/agent-runtime-tools-workspace';
import type { SettingsServer } from '@ku0/studio/api';

export interface FoundServers {
  /** For `createTools`: the servers of the project, if a person has trusted them. */
  readonly connect: Pick<CreateToolsOptions, 'mcpServers' | 'mcp'>;
  /** Those that are not started. */
  readonly untrusted: readonly SettingsServer[];
}

/** The MCP servers that the project's `.mcp.json` names. Starts nothing. */
export async function projectServers(workspace: string, trust: TrustStore): Promise<FoundServers> {
  const found = await readProjectServers({ workspace, trust });
  switch (found.kind) {
    case 'none':
      return { connect: {}, untrusted: [] };
    case 'unusable':
      return { connect: {}, untrusted: [{ name: '.mcp.json', state: 'unusable', problem: found.problem, tools: [] }] };
    case 'untrusted': {
      const { subject, digest } = found.subject;
      const problem = 'the file that names it is not trusted';
      const names = Object.keys(found.config.mcpServers);
      return {
        connect: {},
        untrusted: names.map((name) => ({ name, state: 'untrusted', problem, tools: [], trust: { subject, digest } })),
      };
    }
    case 'trusted':
      return { connect: { mcpServers: found.config.mcpServers, mcp: { project: found.project } }, untrusted: [] };
    default:
      throw new TypeError('unreachable');
  }
}
