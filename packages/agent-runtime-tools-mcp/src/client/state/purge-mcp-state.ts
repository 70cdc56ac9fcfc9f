import { join } from 'node:path';
import type { StateFilesReport } from '@ku0/agent-runtime-tools-workspace';

export interface PurgeMcpStateOptions {
  /** Default: the user's state folder. */
  readonly stateFolder?: string;
  /** What was used within this time stays. Default 90 days; 0 removes everything. */
  readonly unusedForMs?: number;
  /** Only report what would be removed. */
  readonly dryRun?: boolean;
}

export interface McpStateReport {
  /** Logins at servers. */
  readonly credentials: StateFilesReport;
  /** Records of the tools that servers had when they were first seen. */
  readonly tools: StateFilesReport;
}

/**
 * Removes what is stored about servers that have not been used for long. A server without a login asks for one again, and
 * the tools of one without a record count as new.
 */
export async function purgeMcpState({
  stateFolder,
  unusedForMs = UNUSED_MS,
  dryRun = false,
}: PurgeMcpStateOptions = {}): Promise<McpStateReport> {
  const { purgeStateFiles, stateHome } = await import('@ku0/agent-runtime-tools-workspace');
  const folder = stateFolder ?? stateHome();
  return {
    credentials: await purgeStateFiles(join(folder, CREDENTIALS_FOLDER), { unusedForMs, dryRun }),
    tools: await purgeStateFiles(join(folder, TOOLS_FOLDER), { unusedForMs, dryRun }),
  };
}

export const CREDENTIALS_FOLDER = 'mcp-credentials';
export const TOOLS_FOLDER = 'mcp-tools';

const UNUSED_MS = 90 * 24 * 60 * 60 * 1000;
