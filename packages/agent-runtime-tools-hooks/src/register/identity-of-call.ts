import type { ToolIdentity } from '@ku0/agent-runtime-tools-core';
import { dispatchesToRemoteTools, remoteToolOf } from '@ku0/agent-runtime-tools-rules';

/**
 * The tool that hooks are matched against. For a call through `use_mcp_tool` and the like, it also has the identity of the
 * tool that the arguments name.
 */
export function identityOfCall(tool: ToolIdentity, params: unknown): ToolIdentity {
  if (!dispatchesToRemoteTools(tool)) return tool;
  const remote = remoteToolOf(tool, params);
  const { remote: _, ...rest } = tool;
  return remote === undefined ? rest : { ...rest, remote: { server: remote.server, tool: remote.tool } };
}
