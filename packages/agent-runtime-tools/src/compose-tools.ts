import { join, resolve } from 'node:path';
import { approval, FileApprovalStore, type ApprovalMiddleware } from '@ku0/agent-runtime-tools-approval';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { hooks, type Hooks } from '@ku0/agent-runtime-tools-hooks';
import type { McpServers } from '@ku0/agent-runtime-tools-mcp';
import { connectMcp } from './connect-mcp.ts';
import type { CreateToolsOptions } from './create-tools-options.ts';
import type { CreatedTools } from './create-tools.ts';
import { createServices, type CreatedServices } from './create-services.ts';
import { chosenFamilies, type ChosenTools, type FamilyChoice } from './families.ts';
import { loadPacks } from './load-packs.ts';

/** The work of `createTools`. */
export async function composeTools<C extends FamilyChoice | undefined>(
  options: CreateToolsOptions<NonNullable<C>>,
): Promise<CreatedTools<C>> {
  const families = chosenFamilies(options.families);
  const packs = await loadPacks(options.families);
  const created = await createServices(options, families);
  try {
    const tools = coordinatorWith(options, created);
    const consent = approvalWith(options, created);
    if (options.hooks !== undefined) tools.use(isHooks(options.hooks) ? options.hooks : hooks(options.hooks));
    tools.use(consent);
    if (options.use !== undefined) tools.use(options.use);
    for (const pack of [...packs, ...(options.packs ?? [])]) tools.registerPack(pack);
    const mcp = await connectMcp(tools, options, created);
    let closing: Promise<void> | undefined;
    const { workspace, processes } = created;
    return {
      tools: typed<C>(tools),
      workspace,
      processes,
      approval: consent,
      mcp,
      close: () => (closing ??= closeAll(tools, created, mcp)),
    };
  } catch (error) {
    await created.close();
    throw error;
  }
}

function coordinatorWith(
  { root, cwd, ...options }: CreateToolsOptions,
  { services }: CreatedServices,
): ToolCoordinator {
  const [first] = typeof root === 'object' ? root : [root ?? '.'];
  const folder = cwd ?? (typeof first === 'object' ? first.path : first);
  return new ToolCoordinator({ ...options, services, ...(folder !== undefined && { cwd: resolve(folder) }) });
}

function approvalWith(
  { ask, permissions, policies, state, approval: more }: CreateToolsOptions,
  { workspace }: CreatedServices,
): ApprovalMiddleware {
  const store = new FileApprovalStore(state === undefined ? {} : { file: join(state, 'approvals.json') });
  return approval({
    store,
    ...more,
    workspace,
    ...(ask !== undefined && { ask }),
    ...(permissions !== undefined && { permissions }),
    ...(policies !== undefined && { policies }),
  });
}

const SHUTDOWN_TIMEOUT_MS = 5_000;

async function closeAll(tools: ToolCoordinator, services: CreatedServices, mcp?: McpServers): Promise<void> {
  const closed = shutDown(tools, services, mcp);
  const { promise: timeout, resolve: giveUp } = Promise.withResolvers<void>();
  const timer = setTimeout(giveUp, SHUTDOWN_TIMEOUT_MS);
  await Promise.race([closed, timeout]).catch(() => undefined);
  clearTimeout(timer);
}

async function shutDown(tools: ToolCoordinator, services: CreatedServices, mcp?: McpServers): Promise<void> {
  await tools.shutdownAll();
  try {
    await mcp?.close();
  } finally {
    await services.close();
  }
}

function isHooks(given: NonNullable<CreateToolsOptions['hooks']>): given is Hooks {
  return 'diagnostics' in given;
}

/** The same coordinator, typed with the tools of the packs that a loop has registered. */
function typed<C>(tools: ToolCoordinator): ToolCoordinator<ChosenTools<C>> {
  return tools as unknown as ToolCoordinator<ChosenTools<C>>;
}
