import type { Principal } from '@ku0/agent-runtime-tools-core';
import type { Network } from '@ku0/agent-runtime-tools-net';
import type { Processes } from '@ku0/agent-runtime-tools-processes';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { TrustedProject } from './config/project-servers.ts';
import type { OAuthOptions } from './oauth/oauth-provider.ts';
import type { Sampling } from './requests/answer-requests.ts';
import type { FingerprintPart } from './tools/fingerprints.ts';

export interface ConnectServersOptions {
  /** How long `connectServers` waits for servers to start. Slower ones go on starting. Default 5,000. */
  readonly waitMs?: number;
  /** Default 30,000. */
  readonly startTimeoutMs?: number;
  /** For one call, without the time in which a person is asked. Default 120,000. */
  readonly callTimeoutMs?: number;
  /** A program without calls is ended after this time and started again by the next call. Default: never. */
  readonly idleTimeoutMs?: number;
  /** How often in a row a server is restarted after it failed. Default 5. */
  readonly maxRestarts?: number;
  /** The wait before the first restart; it doubles with each one, up to 30 seconds. Default 500. */
  readonly restartDelayMs?: number;
  /** Of one message. Default 128 MiB. */
  readonly maxMessageBytes?: number;
  /** What `${NAME}` in the configuration stands for. Default: nothing, so that no variable is given away by mistake. */
  readonly variables?: Readonly<Record<string, string | undefined>>;
  /** Sensitive variables, such as NODE_OPTIONS, that the configuration may set. Default: none. */
  readonly allowEnv?: readonly string[];
  /** The roots that servers are told about. Default: none. */
  readonly workspace?: Pick<Workspace, 'roots'>;
  /** Says that the configuration is a project's own, see `readProjectServers`. */
  readonly project?: TrustedProject;
  /** For whom definitions are accepted and tokens are stored, if each person has connections of their own. */
  readonly principal?: Principal;
  /** The folder for accepted definitions and tokens. Default: the platform's state folder. */
  readonly stateFolder?: string;
  /** Whether servers may ask the person questions during a call. Default false. */
  readonly elicitation?: boolean;
  /** Lets servers use the host's model. Default: refused. */
  readonly sampling?: Sampling;
  /** How a person authorizes HTTP servers. Default: servers that need an authorization fail. */
  readonly oauth?: OAuthOptions;
  /** Default: a service of its own, which ends with the connections. */
  readonly processes?: Processes;
  /** Default: one network for each server, which reaches public addresses and the one that the configuration names. */
  readonly network?: Network;
  /** The name and version that servers see. */
  readonly name?: string;
  readonly version?: string;
  /** Told what happens to servers. */
  readonly onEvent?: (event: McpServerEvent) => void;
}

export type McpServerState = 'starting' | 'ready' | 'restarting' | 'failed' | 'idle' | 'disabled' | 'closed';

export interface McpServerStatus {
  readonly name: string;
  readonly state: McpServerState;
  /** Why it is not ready. */
  readonly problem?: string;
  /** The names under which its tools are registered. */
  readonly tools: readonly string[];
  /** Tools that cannot be used, and why. */
  readonly refusedTools: readonly { readonly tool: string; readonly problem: string }[];
  /** What the server says about itself. Untrusted. */
  readonly instructions?: string;
}

/** A tool whose definition is not the accepted one. */
export interface ChangedTool {
  readonly server: string;
  readonly tool: string;
  readonly changed: readonly FingerprintPart[];
  /** The new definition as JSON, with hidden characters made visible. */
  readonly definition: string;
}

export type McpServerEvent =
  | { readonly type: 'state'; readonly server: string; readonly state: McpServerState; readonly problem?: string }
  | { readonly type: 'tools'; readonly server: string; readonly tools: readonly string[] }
  | {
      readonly type: 'tool_changed';
      readonly server: string;
      readonly tool: string;
      readonly changed: readonly string[];
    }
  | { readonly type: 'log'; readonly server: string; readonly level: string; readonly message: string }
  | { readonly type: 'problem'; readonly server: string; readonly message: string };

declare module '@ku0/agent-runtime-tools-core' {
  interface ActivityEventData {
    /** A log message of an MCP server during a call. */
    mcp_log: {
      readonly toolName: string;
      readonly server: string;
      readonly level: string;
      readonly message: string;
    };
  }
}
