import type { ApprovalMiddleware, ApprovalPolicy, PermissionRules } from '@ku0/agent-runtime-tools-approval';
import type { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { Hooks } from '@ku0/agent-runtime-tools-hooks';
import type { McpServers } from '@ku0/agent-runtime-tools-mcp';
import type { TrustStore, Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { SettingsServer } from '@ku0/studio/api';

/** What the Studio shows and controls. */
export interface StudioParts {
  readonly tools: ToolCoordinator;
  readonly workspace: Workspace;
  /** Requests must wait in its gate: the Studio answers them there. */
  readonly approval: ApprovalMiddleware;
  readonly policies?: readonly ApprovalPolicy[] | undefined;
  readonly permissions?: PermissionRules | undefined;
  readonly hooks?: Hooks | undefined;
  /** Connected MCP servers. */
  readonly mcp?: Pick<McpServers, 'list'> | undefined;
  /** Servers that the project names and that are not started, because nobody has trusted them. */
  readonly untrustedServers?: readonly SettingsServer[] | undefined;
  readonly trust: TrustStore;
  readonly version: string;
  /** Where MCP clients connect. */
  readonly mcpUrl?: string | undefined;
}
