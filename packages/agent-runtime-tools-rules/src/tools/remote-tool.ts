/** A tool of an MCP server that a call goes to. */
export interface RemoteToolCall {
  readonly server: string;
  /** Empty if the call is about the server itself, for example about one of its resources. */
  readonly tool: string;
  /** Other full names of the tool. A rule that restricts one of them restricts the call. */
  readonly otherNames: readonly string[];
  /** The arguments name several servers or tools, so it is unclear which one is meant. */
  readonly isAmbiguous: boolean;
}

/** The part of a tool's identity that says where its calls go. */
export interface RemoteSubject {
  readonly name: string;
  readonly remote?:
    | { readonly server: string; readonly tool: string }
    | ((params: unknown) => { readonly server: string; readonly tool: string } | undefined);
}

/**
 * The tool of an MCP server that a call goes to: as the tool itself says, by its name (`server__tool`, `mcp__server__tool`,
 * `mcp:server/tool`), or by the arguments of `use_mcp_tool` and `access_mcp_resource`. Never throws.
 */
export function remoteToolOf(tool: RemoteSubject, params: unknown): RemoteToolCall | undefined {
  return declaredRemote(tool, params) ?? remoteFromName(tool.name) ?? remoteFromArguments(tool.name, params);
}

/** The remote tool of all calls, if it does not depend on their arguments. */
export function fixedRemoteTool(tool: RemoteSubject): RemoteToolCall | undefined {
  return typeof tool.remote === 'function' ? undefined : (declaredRemote(tool, undefined) ?? remoteFromName(tool.name));
}

/** Whether the arguments of a call decide which remote tool it goes to. */
export function dispatchesToRemoteTools({ name, remote }: RemoteSubject): boolean {
  return typeof remote === 'function' || (remote === undefined && DISPATCHERS.has(name.toLowerCase()));
}

/** The name as rules write it. Both parts may contain `__`, so compare whole names only. */
export function remoteToolName({ server, tool }: Pick<RemoteToolCall, 'server' | 'tool'>): string {
  return `mcp__${server}__${tool}`;
}

/** All full names of the tool, for rules that restrict. */
export function remoteToolNames(call: RemoteToolCall): readonly string[] {
  return [remoteToolName(call), ...call.otherNames];
}

function declaredRemote({ name, remote }: RemoteSubject, params: unknown): RemoteToolCall | undefined {
  const found = typeof remote === 'function' ? answerOf(remote, params) : remote;
  if (found === undefined) return undefined;
  const { server, tool } = found;
  const byName = remoteFromName(name);
  const registered = byName === undefined ? undefined : remoteToolName(byName);
  const otherNames = registered === undefined || registered === remoteToolName(found) ? [] : [registered];
  return { server, tool, otherNames, isAmbiguous: false };
}

/** A tool that fails to answer counts as one that says nothing: its name and arguments are read instead. */
function answerOf(
  remote: (params: unknown) => { readonly server: string; readonly tool: string } | undefined,
  params: unknown,
): { readonly server: string; readonly tool: string } | undefined {
  try {
    return remote(params);
  } catch {
    return undefined;
  }
}

function remoteFromName(name: string): RemoteToolCall | undefined {
  const found = /^(?:mcp__)?(.+?)__(.+)$/s.exec(name) ?? /^mcp:([^/]+)\/(.+)$/s.exec(name);
  if (found === null) return undefined;
  return { server: found[1] ?? '', tool: found[2] ?? '', otherNames: [], isAmbiguous: false };
}

function remoteFromArguments(name: string, params: unknown): RemoteToolCall | undefined {
  if (!DISPATCHERS.has(name.toLowerCase()) || !isRecord(params)) return undefined;
  const [server, ...otherServers] = textsAt(params, SERVER_PARAMETERS);
  if (server === undefined) return undefined;
  const [tool = '', ...otherTools] = textsAt(params, TOOL_PARAMETERS);
  const isAmbiguous = otherServers.some((other) => other !== server) || otherTools.some((other) => other !== tool);
  return { server, tool, otherNames: [], isAmbiguous };
}

function textsAt(params: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  return names.map((name) => params[name]).filter((value) => typeof value === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const DISPATCHERS: ReadonlySet<string> = new Set(['use_mcp_tool', 'access_mcp_resource']);
const SERVER_PARAMETERS = ['server_name', 'serverName', 'server'];
const TOOL_PARAMETERS = ['tool_name', 'toolName', 'tool', 'name'];
