import { errorMessage, ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { Network } from '@ku0/agent-runtime-tools-net';
import type { Processes } from '@ku0/agent-runtime-tools-processes';
import type { Client, Tool as McpTool, Transport } from '@modelcontextprotocol/client';
import type { McpServerConfig } from '../config/server-config.ts';
import type { ConnectServersOptions } from '../connect-options.ts';
import { CredentialFile } from '../oauth/credential-file.ts';
import { StoredOAuthProvider } from '../oauth/oauth-provider.ts';
import { answerRequests, offeredCapabilities, type OfferedFeatures } from '../requests/answer-requests.ts';
import type { RunningCalls } from '../requests/running-calls.ts';
import { httpTransportOptions } from './http-transport.ts';
import type { StartDeadline } from './start-deadline.ts';
import { StdioTransport } from './stdio-transport.ts';

/** An open connection to a server. */
export interface Session {
  readonly client: Client;
  readonly tools: readonly McpTool[];
  /** What the program has printed to its standard error. */
  readonly errorOutput: () => string;
  readonly hasSessionId: () => boolean;
  /** Lets the person authorize what a request needs. False if the error is about something else. */
  readonly authorize: (error: unknown, signal: AbortSignal) => Promise<boolean>;
  close(): Promise<void>;
}

export interface SessionParts {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly options: ConnectServersOptions;
  readonly limits: {
    readonly startTimeoutMs: number;
    readonly callTimeoutMs: number;
    readonly maxMessageBytes: number;
  };
  readonly stateFolder: string;
  readonly processes: () => Processes;
  readonly network: () => Network;
  readonly calls: RunningCalls;
  readonly onToolsChanged: (tools: readonly McpTool[]) => void;
  readonly onLog: (level: string, message: string) => void;
  readonly onProblem: (error: Error) => void;
  readonly onClosed: () => void;
}

/** Connects to a server and reads its tools. Rejects with the first cause, and leaves nothing running then. */
export async function openSession(parts: SessionParts, deadline: StartDeadline): Promise<Session> {
  const { signal } = deadline;
  const attempts = 'url' in parts.config ? httpAttempts(parts) : stdioAttempts(parts);
  let firstError: unknown;
  for (const attempt of attempts) {
    signal.throwIfAborted();
    try {
      return await connect(parts, attempt, deadline);
    } catch (error) {
      firstError ??= error;
      if (signal.aborted || !attempt.mayFallBack(error)) throw firstError;
    }
  }
  throw firstError;
}

type SessionTransport = Transport & {
  readonly errorOutput?: string;
  finishAuth?(returned: URLSearchParams): Promise<void>;
};

interface Attempt {
  readonly mode: 'auto' | 'legacy';
  readonly transport: () => Promise<SessionTransport>;
  readonly provider?: StoredOAuthProvider | undefined;
  /** Whether the next attempt may succeed after this error. */
  readonly mayFallBack: (error: unknown) => boolean;
}

/** Servers of older SDKs exit when the first request is not the one they expect. */
function stdioAttempts(parts: SessionParts): Attempt[] {
  const { config, options, limits } = parts;
  const transport = async () => {
    if ('url' in config) throw new TypeError('The server has a url.');
    const { deserializeMessage, serializeMessage } = await import('@modelcontextprotocol/client');
    return new StdioTransport({
      config,
      processes: parts.processes(),
      folder: options.project?.folder,
      allowEnv: options.allowEnv ?? [],
      maxMessageBytes: limits.maxMessageBytes,
      parse: deserializeMessage,
      serialize: serializeMessage,
    });
  };
  return [
    { mode: 'auto', transport, mayFallBack: hasStarted },
    { mode: 'legacy', transport, mayFallBack: () => false },
  ];
}

/** An error of the process service means that there is no program at all. */
function hasStarted(error: unknown): boolean {
  return !(error instanceof ToolFailure);
}

function httpAttempts(parts: SessionParts): Attempt[] {
  const { config, options, limits } = parts;
  if (!('url' in config)) throw new TypeError('The server has no url.');
  const { oauth, principal } = options;
  const file = new CredentialFile(parts.stateFolder, { principal: principal?.id ?? '', url: config.url });
  const provider = oauth === undefined ? undefined : new StoredOAuthProvider(oauth, config, file);
  const transportOptions = httpTransportOptions({
    config,
    network: parts.network(),
    maxMessageBytes: limits.maxMessageBytes,
    answerTimeoutMs: limits.callTimeoutMs + ANSWER_ALLOWANCE_MS,
    authProvider: provider,
  });
  const url = new URL(config.url);
  const http: Attempt = {
    mode: 'auto',
    provider,
    async transport() {
      const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
      return new StreamableHTTPClientTransport(url, transportOptions);
    },
    mayFallBack: (error) => config.type === undefined && [400, 404, 405].includes(statusOf(error) ?? 0),
  };
  const sse: Attempt = {
    mode: 'legacy',
    provider,
    async transport() {
      const { SSEClientTransport } = await import('@modelcontextprotocol/client');
      return new SSEClientTransport(url, transportOptions);
    },
    mayFallBack: () => false,
  };
  return config.type === 'sse' ? [sse] : [http, sse];
}

const ANSWER_ALLOWANCE_MS = 60_000;

/** The HTTP status that an error of the SDK is about. */
export function statusOf(error: unknown): number | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { status, data } = cause as { status?: unknown; data?: { status?: unknown } };
    const found = status ?? data?.status;
    if (typeof found === 'number') return found;
  }
  return undefined;
}

async function connect(parts: SessionParts, attempt: Attempt, deadline: StartDeadline): Promise<Session> {
  const { signal } = deadline;
  const sdk = await import('@modelcontextprotocol/client');
  let { client, transport } = await opened(parts, attempt);
  const stop = (): void => void transport.close().catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    try {
      await client.connect(transport, { timeout: parts.limits.startTimeoutMs });
    } catch (error) {
      if (!(error instanceof sdk.UnauthorizedError) || attempt.provider === undefined) throw error;
      const provider = attempt.provider;
      const returned = await deadline.pausedFor(() => provider.authorize(parts.name, signal));
      await transport.finishAuth?.(returned);
      await transport.close().catch(() => undefined);
      ({ client, transport } = await opened(parts, attempt));
      await client.connect(transport, { timeout: parts.limits.startTimeoutMs });
    }
    const authorize: Session['authorize'] = async (error, callSignal) => {
      const { provider } = attempt;
      if (!(error instanceof sdk.UnauthorizedError) || provider === undefined) return false;
      await transport.finishAuth?.(await provider.authorize(parts.name, callSignal));
      return true;
    };
    const list = () => client.listTools(undefined, { timeout: parts.limits.startTimeoutMs });
    const { tools } = await list().catch(async (error: unknown) => {
      // The authorization may have been withdrawn, or moved to another authorization server, in the meantime.
      if (!(await deadline.pausedFor(() => authorize(error, signal)))) throw error;
      return list();
    });
    signal.throwIfAborted();
    Object.assign(client, { onclose: parts.onClosed });
    return {
      client,
      tools,
      errorOutput: () => transport.errorOutput ?? '',
      hasSessionId: () => transport.sessionId !== undefined,
      authorize,
      close: async () => {
        // Closing by ourselves is no failure.
        Object.assign(client, { onclose: undefined });
        await client.close();
        await transport.close();
      },
    };
  } catch (error) {
    const said = transport.errorOutput?.trim() ?? '';
    await transport.close().catch(() => undefined);
    signal.throwIfAborted();
    throw said === '' || error instanceof ToolFailure ? error : new SaidError(error, said);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** An error together with what the program printed. */
export class SaidError extends Error {
  override readonly name = 'SaidError';

  constructor(cause: unknown, said: string) {
    super(`${errorMessage(cause)} It printed: ${said}`, { cause });
  }
}

async function opened({ name, options, calls, limits, ...parts }: SessionParts, { mode, transport }: Attempt) {
  const { Client } = await import('@modelcontextprotocol/client');
  const { workspace, elicitation, sampling } = options;
  const offered: OfferedFeatures = {
    ...(elicitation !== undefined && { elicitation }),
    ...(sampling !== undefined && { sampling }),
    ...(workspace !== undefined && { roots: () => workspace.roots() }),
  };
  const probeMs = Math.min(PROBE_MS, limits.startTimeoutMs / 3);
  const client = new Client(
    { name: options.name ?? 'agent-runtime-tools', version: options.version ?? '0.0.0' },
    {
      capabilities: offeredCapabilities(offered),
      versionNegotiation: {
        mode,
        ...(mode === 'auto' && 'command' in parts.config && { probe: { timeoutMs: probeMs } }),
      },
      // Core checks structured content, with patterns that cannot hang the process.
      jsonSchemaValidator: {
        getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
      },
      listChanged: {
        tools: { onChanged: (error, tools) => (error ? parts.onProblem(error) : tools && parts.onToolsChanged(tools)) },
      },
    },
  );
  Object.assign(client, { onerror: parts.onProblem });
  client.setNotificationHandler('notifications/message', ({ params: { level, data } }) =>
    parts.onLog(level, typeof data === 'string' ? data : JSON.stringify(data)),
  );
  answerRequests(client, name, offered, calls);
  return { client, transport: await transport() };
}

/** How long a program may take to say whether it knows the newest protocol. */
const PROBE_MS = 3000;
