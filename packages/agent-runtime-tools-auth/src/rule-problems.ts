import type { ToolView } from '@ku0/agent-runtime-tools-core';
import { dispatchesToRemoteTools, fixedRemoteTool } from '@ku0/agent-runtime-tools-rules';
import type { AccessPolicy } from './policy/access-policy.ts';
import type { CompiledPermission } from './policy/compile-permission.ts';
import { toolIdentities } from './tool-identities.ts';

/** Finds rules that can apply to no call of these tools. A misspelt `deny` would otherwise go unnoticed. */
export function findRuleProblems(policy: AccessPolicy, tools: ToolView): readonly string[] {
  const identities = [...toolIdentities(tools).values()];
  const dispatchers = identities.filter((tool) => dispatchesToRemoteTools(tool));
  return policy.rules.all.flatMap((permission) => {
    const rule = permission.decision.rule ?? '';
    const covered = identities.filter((tool) => {
      const remote = fixedRemoteTool(tool);
      return permission.coversTool(tool) || (remote !== undefined && permission.coversRemote(remote));
    });
    if (covered.length === 0)
      return dispatchers.length > 0 && mayBeRemote(permission) ? [] : [`${rule} matches none of the tools.`];
    const known = covered.flatMap(({ name }) => parametersOf(tools, name));
    return permission.parameters
      .filter((parameter) => parameter !== '*' && !known.includes(parameter))
      .map((parameter) => `${rule} has a condition on ${JSON.stringify(parameter)}, which none of its tools takes.`);
  });
}

/** The tools of MCP servers are not known before they are called through a dispatcher. */
function mayBeRemote({ patterns }: CompiledPermission): boolean {
  return patterns.some((pattern) => pattern.includes('__'));
}

function parametersOf(tools: ToolView, name: string): string[] {
  const parameters: { readonly properties?: object } = tools.get(name)?.parameters ?? {};
  return Object.keys(parameters.properties ?? {});
}
