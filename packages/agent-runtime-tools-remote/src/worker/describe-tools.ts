import type { ToolCoordinator, ToolHandler, ToolIdentity, ToolLimits } from '@ku0/agent-runtime-tools-core';
import type { RemoteDefinition } from '../protocol/announcement.ts';

/** The tools of a coordinator as a worker announces them. */
export function describeTools(tools: ToolCoordinator): RemoteDefinition[] {
  const identities: ToolIdentity[] = [];
  // The filter of a view is given what a tool has from its pack as well: tags, category, annotations.
  tools
    .view((identity) => {
      identities.push(identity);
      return true;
    })
    .getNames();
  return identities.flatMap((identity) => {
    const handler = tools.get(identity.name);
    return handler === undefined ? [] : [describeTool(handler, identity)];
  });
}

function describeTool(handler: ToolHandler, identity: ToolIdentity): RemoteDefinition {
  const { name, description, version, parameters, output, capabilities, parameterAliases, requiresApproval } = handler;
  const { title, tags, category, annotations, aliases = [], remote } = identity;
  return {
    name,
    description,
    version,
    parameters,
    ...(output !== undefined && { output }),
    capabilities,
    ...(title !== undefined && { title }),
    ...(tags !== undefined && { tags: [...tags] }),
    ...(category !== undefined && { category }),
    ...(annotations !== undefined && { annotations: { ...annotations } }),
    aliases: [...aliases],
    ...(parameterAliases !== undefined && { parameterAliases: { ...parameterAliases } }),
    limits: limitsOf(handler),
    approval: typeof requiresApproval === 'function' ? 'depends' : requiresApproval === true ? 'always' : 'never',
    hasDryRun: handler.dryRun !== undefined,
    hasModelOutput: handler.toModelOutput !== undefined,
    ...(typeof remote === 'object' && { remote: { ...remote } }),
  };
}

/** How many calls run at once and how they are retried is the worker's business. */
function limitsOf({ limits = {} }: ToolHandler): ToolLimits {
  const { timeoutMs, delegates, maxOutputChars } = limits;
  return {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(delegates !== undefined && { delegates }),
    ...(maxOutputChars !== undefined && { maxOutputChars }),
  };
}
