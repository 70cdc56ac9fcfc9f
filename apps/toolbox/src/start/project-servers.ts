import type { CreateToolsOptions } from '@ku0/agent-runtime-tools';
import { readProjectServers, type TrustedProject } from '@ku0/agent-runtime-tools-mcp';
import type { TrustStore } from '@ku0/agent-runtime-tools-workspace';
import type { SettingsServer } from '@ku0/studio/api';
import type { CallRules } from '../call/load-rules.ts';

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
    case 'trusted': {
      const { mcpServers } = found.config;
      const project: TrustedProject = { ...found.project, servers: Object.keys(mcpServers) };
      return { connect: { mcpServers, mcp: { project } }, untrusted: [] };
    }
    default:
      throw new TypeError('unreachable');
  }
}

/** The rules with the servers of `.mcp.json` too. If two have a name, that of the configuration counts. */
export function withServers(rules: CallRules, { connect: { mcpServers, mcp } }: FoundServers): CallRules {
  if (mcpServers === undefined) return rules;
  const projects = [rules.mcp?.project, mcp?.project].filter((project) => project !== undefined);
  const taken = Object.keys(rules.mcpServers ?? {});
  const servers = projects.flatMap((project) => project.servers ?? []);
  const own = taken.filter((name) => rules.mcp?.project?.servers?.includes(name) !== true);
  const [first] = projects;
  return {
    ...rules,
    mcpServers: { ...mcpServers, ...rules.mcpServers },
    ...(first !== undefined && {
      mcp: {
        project: {
          folder: first.folder,
          servers: servers.filter((name) => !own.includes(name)),
          isStillTrusted: async () => (await Promise.all(projects.map((each) => each.isStillTrusted()))).every(Boolean),
        },
      },
    }),
  };
}
