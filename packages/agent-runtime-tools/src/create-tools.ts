import type { ApprovalMiddleware } from '@ku0/agent-runtime-tools-approval';
import type { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import type { McpServers } from '@ku0/agent-runtime-tools-mcp';
import type { CreateToolsOptions } from './create-tools-options.ts';
import type { CreatedServices } from './create-services.ts';
import type { ChosenTools, FamilyChoice } from './families.ts';

export interface CreatedTools<C = undefined> extends Pick<CreatedServices, 'workspace' | 'processes'> {
  readonly tools: ToolCoordinator<ChosenTools<C>>;
  readonly approval: ApprovalMiddleware;
  /** The MCP servers, if `mcpServers` named some. */
  readonly mcp: McpServers | undefined;
  /** Stops running calls, ends background programs and releases the workspace, within five seconds. Never rejects. */
  readonly close: () => Promise<void>;
}

/**
 * Creates the tools of an agent: a workspace, hooks, approval and the chosen families. Calls that need approval and that no
 * rule decides are put to `ask`; without it they are denied.
 */
export async function createTools<const C extends FamilyChoice | undefined = undefined>(
  options: CreateToolsOptions<NonNullable<C>> & { readonly families?: C } = {},
): Promise<CreatedTools<C>> {
  // Programs that only list the packs do not need the approval and what it loads.
  const { composeTools } = await import('./compose-tools.ts');
  return composeTools<C>(options);
}
