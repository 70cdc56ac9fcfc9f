import type { NameTest } from '../globs/name-glob.ts';
import {
  dispatchesToRemoteTools,
  fixedRemoteTool,
  remoteToolNames,
  remoteToolOf,
  type RemoteSubject,
} from './remote-tool.ts';

/**
 * Whether one of a tool's names matches: its own, an alias, or a name of the tool of an MCP server that its calls go to. For
 * rules that nobody may get around by calling the tool by another name.
 */
export function hasMatchingName(
  tool: RemoteSubject & { readonly aliases?: readonly string[] | undefined },
  matches: NameTest,
): boolean {
  return matches(tool.name) || (tool.aliases ?? []).some(matches) || remoteNames(tool).some(matches);
}

/**
 * The tool that a call is really about. For a call through `use_mcp_tool` and the like, it also has the identity of the tool
 * that the arguments name.
 */
export function identityOfCall<T extends RemoteSubject>(
  tool: T,
  params: unknown,
): Omit<T, 'remote'> & Pick<RemoteSubject, 'remote'> {
  if (!dispatchesToRemoteTools(tool)) return tool;
  const found = remoteToolOf(tool, params);
  const { remote: _, ...rest } = tool;
  return found === undefined ? rest : { ...rest, remote: { server: found.server, tool: found.tool } };
}

/** `mcp__server__tool`, and `server__tool` for a tool that is called through another. */
function remoteNames(tool: RemoteSubject): readonly string[] {
  const remote = fixedRemoteTool(tool);
  return remote === undefined ? [] : [...remoteToolNames(remote), `${remote.server}__${remote.tool}`];
}
