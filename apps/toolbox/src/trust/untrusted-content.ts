import { resolve } from 'node:path';
import { readProjectServers } from '@ku0/agent-runtime-tools-mcp';
import type { TrustStore } from '@ku0/agent-runtime-tools-workspace';
import { shellWord } from '../command-line/suggested-command.ts';
import { UsageError } from '../command-line/usage-error.ts';
import { findConfig } from '../config/find-config.ts';
import { readProjectConfig } from '../config/project/project-config.ts';

/** Content of a project that a person could trust. */
export interface UntrustedContent {
  readonly subject: string;
  /** The command that trusts it, without the program. */
  readonly command: string;
}

/** What is there and not trusted: the configuration and the MCP servers. Runs nothing that is not trusted. */
export async function untrustedContent(workspace: string, trust: TrustStore): Promise<UntrustedContent[]> {
  const place = workspace === resolve('.') ? '' : ` --workspace ${shellWord(workspace)}`;
  const found: UntrustedContent[] = [];
  if (!(await isConfigTrusted(workspace, trust)))
    found.push({ subject: `config:${(await findConfig(workspace))?.name ?? ''}`, command: `trust config${place}` });
  const servers = await readProjectServers({ workspace, trust });
  if (servers.kind === 'untrusted') found.push({ subject: servers.subject.subject, command: `trust mcp${place}` });
  return found;
}

/** Also true if there is none. One that is invalid cannot be trusted. */
async function isConfigTrusted(workspace: string, trust: TrustStore): Promise<boolean> {
  try {
    const project = await readProjectConfig(workspace, { trust });
    return project === undefined || project.kind === 'trusted';
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}
