import type { ApprovalOptions } from '@ku0/agent-runtime-tools-approval';
import type { ToolCoordinatorOptions, ToolMiddleware, ToolPack } from '@ku0/agent-runtime-tools-core';
import type { HookConfig, Hooks } from '@ku0/agent-runtime-tools-hooks';
import type { ConnectServersOptions, McpServersConfig } from '@ku0/agent-runtime-tools-mcp';
import type { WorkspaceOptions } from '@ku0/agent-runtime-tools-workspace';
import type { FamilyChoice } from './families.ts';

/** Options of the coordinator, such as `limits` and `logger`, are accepted too. */
export interface CreateToolsOptions<C extends FamilyChoice = FamilyChoice>
  extends Omit<ToolCoordinatorOptions, 'cwd'>, Pick<ApprovalOptions, 'ask' | 'permissions' | 'policies'> {
  /** The folder that the tools work in, or several. Default: the current folder. */
  readonly root?: string | WorkspaceOptions['roots'];
  /** The working folder of calls that give none. Default: the first root. */
  readonly cwd?: string;
  /** Default: the usual families. */
  readonly families?: C;
  /** More packs, such as your own. */
  readonly packs?: readonly ToolPack[];
  /** MCP servers to start, whose tools are added as `server__tool`: `{ docs: { command: 'docs-server' } }`. */
  readonly mcpServers?: McpServersConfig['mcpServers'];
  /** How they are started and called. */
  readonly mcp?: ConnectServersOptions;
  readonly hooks?: HookConfig | readonly HookConfig[] | Hooks;
  /** More middlewares. */
  readonly use?: ToolMiddleware | readonly ToolMiddleware[];
  /** Where undo data, artifacts and "always" answers are kept, outside of every root. Default: the user's state folder. */
  readonly state?: string;
  /** More options of the approval, such as `mode`, `store` and `timeoutMs`. */
  readonly approval?: Omit<ApprovalOptions, 'ask' | 'permissions' | 'policies' | 'workspace'>;
  /** More options of the workspace, such as `requireRead` and `retention`. */
  readonly workspace?: Omit<WorkspaceOptions, 'roots' | 'state'>;
}
