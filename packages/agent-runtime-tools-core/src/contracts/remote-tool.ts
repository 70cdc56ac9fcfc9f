/** A tool of an MCP server, by the names that the server and the host use. Rules and hooks know it as `mcp__server__tool`. */
export interface RemoteTool {
  readonly server: string;
  /** Empty if the call is about the server itself, for example about one of its resources. */
  readonly tool: string;
}

/** The remote tool that every call of a tool goes to, or the one that a call's parameters name. */
export type RemoteToolSource = RemoteTool | ((params: unknown) => RemoteTool | undefined);
