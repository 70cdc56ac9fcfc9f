import type { Readable, Writable } from 'node:stream';
import type { AnyTools, Principal } from '@ku0/agent-runtime-tools-core';
import type { McpServer, Transport } from '@modelcontextprotocol/server';

/** The tools that are served: a coordinator, or a view of one. */
export type ServedTools = Pick<AnyTools, 'activity' | 'execute' | 'getToolDefinitions' | 'toToolMessages'> & {
  endTask?(taskId: string, options?: { readonly principal?: Principal }): Promise<void>;
};

export interface ServeMcpOptions {
  /** How clients reach the server: `'stdio'`, `{ type: 'http', port }`, or a transport of the MCP SDK. */
  readonly transport: McpTransport;
  /** The name and version that clients see. Default `agent-runtime-tools`. */
  readonly name?: string;
  readonly version?: string;
  /** Tells models how to use the tools. */
  readonly instructions?: string;
  /** On whose behalf calls are made that no HTTP token assigns to somebody else. */
  readonly principal?: Principal;
  /**
   * The tools that a principal is told about and can call, such as a view of the served ones. Asked for every request.
   * Default: all.
   */
  readonly toolsFor?: (principal: Principal | undefined) => Pick<ServedTools, 'execute' | 'getToolDefinitions'>;
  /** How long a call waits for a client's answer to a question. Default 10 minutes. */
  readonly questionTimeoutMs?: number;
  /**
   * Adds prompts, resources and other handlers of the host to every connection. Called before the connection is opened;
   * for handlers that are set on `server.server`, register the capabilities too.
   */
  readonly extend?: (server: McpServer) => void;
  /** Told about errors of the connection that no caller sees. Default: ignored. */
  readonly onError?: (error: Error) => void;
}

export type McpTransport = 'stdio' | 'http' | StdioTransportOptions | HttpTransportOptions | Transport;

export interface StdioTransportOptions {
  readonly type: 'stdio';
  /** Default: the standard input of this process. */
  readonly input?: Readable;
  /** Default: the standard output of this process. */
  readonly output?: Writable;
  /** A client that sends a larger request is disconnected. Default 10 MiB. */
  readonly maxRequestBytes?: number;
}

export interface HttpTransportOptions {
  readonly type: 'http';
  /** Default 0: a free port. */
  readonly port?: number;
  /** The address to listen on. Default 127.0.0.1. */
  readonly host?: string;
  /** Default `/mcp`. */
  readonly path?: string;
  /** The bearer token that clients must send. Default: a random one, see `McpService.token`. `false`: none is needed. */
  readonly token?: string | false;
  /** Checks bearer tokens instead of `token`, and says on whose behalf their calls are made. */
  readonly authenticate?: (token: string) => Principal | undefined | Promise<Principal | undefined>;
  /** Host names that requests may be addressed to. Default: those of this machine, and `host`. */
  readonly allowedHosts?: readonly string[];
  /** Host names of web pages that may send requests. Default: those of this machine. Requests without an origin may pass. */
  readonly allowedOrigins?: readonly string[];
  /** Default 4 MiB. */
  readonly maxRequestBytes?: number;
  /** How many clients with a session there may be at once. Default 100. */
  readonly maxSessions?: number;
  /** How many of them one principal may have. Default: a quarter. */
  readonly maxSessionsPerPrincipal?: number;
  /** A session without requests ends after this time. Default 30 minutes. */
  readonly sessionTimeoutMs?: number;
}

/** A running MCP server. */
export interface McpService {
  /** Where clients connect, if the transport is HTTP. */
  readonly url?: string;
  /** The bearer token that clients must send, if one is needed. */
  readonly token?: string;
  /** Resolves when the server has been closed, or its only client has disconnected. */
  readonly closed: Promise<void>;
  /** Ends the connections and the calls that run for them. The coordinator stays as it is. */
  close(): Promise<void>;
}
