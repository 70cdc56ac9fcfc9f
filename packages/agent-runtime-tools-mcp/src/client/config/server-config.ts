/** The usual JSON form in which hosts list MCP servers. */
export interface McpServersConfig {
  readonly mcpServers: Readonly<Record<string, McpServerConfig>>;
}

export type McpServerConfig = StdioServerConfig | HttpServerConfig;

interface CommonServerConfig {
  /** The server is listed but not started. */
  readonly disabled?: boolean;
  /** For this server instead of the options of `connectServers`, in milliseconds. */
  readonly startTimeoutMs?: number;
  readonly callTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
}

/** A server that is started as a program and spoken to over its standard input and output. */
export interface StdioServerConfig extends CommonServerConfig {
  readonly type?: 'stdio';
  /** The name or path of the program. No shell is involved: it is not split, and nothing in it is expanded. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to the few variables that programs inherit. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server that is reached over HTTP. Without a type, servers that know only SSE are recognised. */
export interface HttpServerConfig extends CommonServerConfig {
  readonly type?: 'http' | 'streamable-http' | 'sse';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A client that is registered with the authorization server already. */
  readonly oauth?: OAuthClientConfig;
}

export interface OAuthClientConfig {
  readonly clientId?: string;
  readonly clientSecret?: string;
  /** The address of a document that describes this client. */
  readonly clientMetadataUrl?: string;
  readonly scope?: string;
}
