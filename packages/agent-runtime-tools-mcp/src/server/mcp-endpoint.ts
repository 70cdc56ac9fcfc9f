import { randomBytes } from 'node:crypto';
import { fail, type ExecuteOptions, type Principal, type ToolResult } from '@ku0/agent-runtime-tools-core';
import {
  createRequestStateCodec,
  inputRequired,
  McpServer,
  MissingRequiredClientCapabilityError,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type RequestStateCodec,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { mcpErrors } from '../errors.ts';
import { version as packageVersion } from '../version.ts';
import type { CallEvents } from './call-events.ts';
import { ClientListener } from './client-listener.ts';
import { elicitingCallbacks } from './client-questions.ts';
import { clientRequests, showsForms, type McpClientRequests, type SendToClient } from './client-requests.ts';
import { OpenCall, type CallOutcome } from './open-call.ts';
import { ParkedCalls } from './parked-calls.ts';
import { clientCapabilities, sendLog, type SdkServer } from './sdk-server.ts';
import type { ServedTools, ServeMcpOptions } from './serve-options.ts';

export interface McpEndpointOptions {
  readonly tools: ServedTools;
  readonly options: ServeMcpOptions;
  readonly events: CallEvents;
  /** The task that the calls belong to. */
  readonly taskId: string;
}

/** Answers the requests of one client, or of all clients without a session. */
export class McpEndpoint {
  readonly #tools: ServedTools;
  readonly #options: ServeMcpOptions;
  readonly #events: CallEvents;
  readonly #taskId: string;
  readonly #parked: ParkedCalls;
  #calls = 0;
  /** Everybody whose calls were made here, by id: each has a task of their own to end. */
  readonly #principals = new Map<string | undefined, Principal | undefined>();
  /** Signs the ids of parked calls, so that a made-up id is told from an expired one. */
  readonly #states: RequestStateCodec<string>;

  constructor({ tools, options, events, taskId }: McpEndpointOptions) {
    this.#tools = tools;
    this.#options = options;
    this.#events = events;
    this.#taskId = taskId;
    const { questionTimeoutMs = QUESTION_TIMEOUT_MS } = options;
    this.#parked = new ParkedCalls(questionTimeoutMs);
    this.#states = createRequestStateCodec({
      key: randomBytes(32),
      ttlSeconds: Math.ceil(questionTimeoutMs / 1000) + 60,
    });
  }

  /** A server of the SDK that makes its calls on behalf of this principal. */
  createServer(principal = this.#options.principal): SdkServer {
    this.#principals.set(principal?.id, principal);
    const { name = 'agent-runtime-tools', version = packageVersion, instructions, extend, onError } = this.#options;
    const sdk = new McpServer(
      { name, version },
      {
        capabilities: { tools: { listChanged: true }, logging: {} },
        requestState: { verify: (state, context) => this.#states.verify(state, context) },
        inputRequired: {
          maxRounds: MAX_QUESTIONS,
          roundTimeoutMs: this.#options.questionTimeoutMs ?? QUESTION_TIMEOUT_MS,
        },
        ...(instructions !== undefined && { instructions }),
      },
    );
    // The SDK's own registry of tools stays empty: ours are in a coordinator, and their schemas are JSON Schema.
    const { server } = sdk;
    if (onError !== undefined) Object.assign(server, { onerror: onError });
    server.setRequestHandler('tools/list', () => ({
      tools: this.#toolsFor(principal).getToolDefinitions({ format: 'mcp' }),
    }));
    server.setRequestHandler('tools/call', ({ params }, context) =>
      this.#call(params.name, params.arguments ?? {}, { server, context, principal }),
    );
    extend?.(sdk);
    return server;
  }

  /** Cancels the calls that wait for answers and ends the task of everybody who was served. */
  async close(): Promise<void> {
    this.#parked.close();
    for (const principal of this.#principals.values())
      await this.#tools.endTask?.(this.#taskId, principal === undefined ? {} : { principal });
  }

  #toolsFor(principal: Principal | undefined): Pick<ServedTools, 'execute' | 'getToolDefinitions'> {
    return this.#options.toolsFor?.(principal) ?? this.#tools;
  }

  async #call(name: string, params: unknown, request: CallRequest): Promise<CallToolResult | InputRequiredResult> {
    const { server, context, principal } = request;
    const { signal, inputResponses } = context.mcpReq;
    const capabilities = clientCapabilities(server, context) ?? NO_CAPABILITIES;
    if (!answersRequests(capabilities)) {
      const call = { callId: this.#nextCallId(), signal, capabilities, send: refuse };
      return this.#toResult(await this.#execute(name, params, request, call), context);
    }
    const parked = context.mcpReq.requestState<string>();
    const open =
      parked === undefined
        ? new OpenCall(this.#nextCallId(), { toolName: name, principalId: principal?.id }, inputResponses)
        : this.#parked.take(parked, { toolName: name, principalId: principal?.id });
    if (open === undefined)
      return this.#toResult({ result: asResult(name, fail(mcpErrors.QUESTION_EXPIRED())) }, context);
    if (parked === undefined) {
      const { callId, send } = open;
      open.run(() => this.#execute(name, params, request, { callId, signal: open.signal, capabilities, send }));
    } else {
      // What the call reports from now on belongs to the request that answered it.
      this.#events.listen(open.callId, new ClientListener(context));
      open.answer(inputResponses);
    }
    return this.#nextStep(open, context);
  }

  #nextCallId(): string {
    return `${this.#taskId}-${++this.#calls}`;
  }

  async #execute(
    name: string,
    params: unknown,
    { context, principal }: CallRequest,
    { callId, signal, capabilities, send }: CallParts,
  ): Promise<CallOutcome> {
    let missing: ClientCapabilities | undefined;
    let client: McpClientRequests | undefined;
    const clientOf = (): McpClientRequests =>
      (client ??= clientRequests(capabilities, send, (needed) => (missing ??= needed)));
    const say = (message: string): void => sendLog(context, 'notice', message, name);
    const options: Writable<ExecuteOptions> = {
      callId,
      signal,
      taskId: this.#taskId,
      // The host's own callbacks would ask a person who did not make the call.
      callbacks: showsForms(capabilities) ? { say, ...elicitingCallbacks(clientOf()) } : { say },
    };
    // Up to revision 2025-11-25, a tool could do nothing with a client that answers no requests. A call without services of its
    // own is faster.
    if (send !== refuse || context.mcpReq.envelope !== undefined)
      options.services = {
        get mcpClient() {
          return clientOf();
        },
      };
    if (principal !== undefined) options.principal = principal;
    const trace = traceOf(context);
    if (trace !== undefined) options.trace = trace;
    this.#events.listen(callId, new ClientListener(context));
    try {
      const result = await this.#toolsFor(principal).execute(name, params, options);
      return missing === undefined ? { result } : { result, missing };
    } finally {
      this.#events.forget(callId);
    }
  }

  async #nextStep(open: OpenCall, context: ServerContext): Promise<CallToolResult | InputRequiredResult> {
    const { signal, envelope } = context.mcpReq;
    const step = await open.next(signal);
    if (step.kind === 'outcome') return this.#toResult(step.outcome, context);
    const parked = this.#parked.park(open);
    if (parked === undefined) {
      open.cancel('Too many questions are waiting for answers.');
      return this.#nextStep(open, context);
    }
    // Up to revision 2025-11-25, the request stays open while its question is asked, so it can be cancelled.
    if (envelope === undefined)
      signal.addEventListener('abort', () => this.#parked.cancel(parked, 'The request was cancelled.'), { once: true });
    return inputRequired({ inputRequests: { ...step.requests }, requestState: await this.#states.mint(parked) });
  }

  #toResult({ result, missing }: CallOutcome, { mcpReq }: ServerContext): CallToolResult {
    // Earlier revisions have no such error.
    if (!result.ok && missing !== undefined && mcpReq.envelope !== undefined)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: missing });
    const [message] = this.#tools.toToolMessages([result], { format: 'mcp' });
    const answer = message ?? { content: [], isError: !result.ok };
    if (result.ok) return answer;
    const { code, kind, retryable } = result.error;
    return { ...answer, _meta: { [ERROR_META_KEY]: { code, kind, retryable } } };
  }
}

/** Where the code of an error is, besides its text, in the `_meta` of a result. */
export const ERROR_META_KEY = 'agent-runtime-tools/error';

const QUESTION_TIMEOUT_MS = 600_000;
const MAX_QUESTIONS = 100;

interface CallRequest {
  readonly server: SdkServer;
  readonly context: ServerContext;
  readonly principal: Principal | undefined;
}

/** What differs between calls with requests to the client and calls without. */
interface CallParts {
  readonly callId: string;
  readonly signal: AbortSignal;
  readonly capabilities: ClientCapabilities;
  readonly send: SendToClient;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const NO_CAPABILITIES: ClientCapabilities = {};

/** The trace that the client's request belongs to. */
function traceOf({ mcpReq }: ServerContext): ExecuteOptions['trace'] {
  const meta = mcpReq['_meta'];
  const traceparent = meta?.['traceparent'];
  if (typeof traceparent !== 'string') return undefined;
  const tracestate = meta?.['tracestate'];
  return typeof tracestate === 'string' ? { traceparent, tracestate } : { traceparent };
}

/** Whether the client answers any of the requests that a tool can make. */
function answersRequests({ elicitation, sampling, roots }: ClientCapabilities): boolean {
  return elicitation !== undefined || sampling !== undefined || roots !== undefined;
}

/** Never called: each request needs a capability that the client has not declared. */
const refuse: SendToClient = () => Promise.reject(new Error('The MCP client answers no requests.'));

/** The result of a call that was not made. */
function asResult(toolName: string, failed: ToolResult): ToolResult {
  return { ...failed, metadata: { ...failed.metadata, toolName } };
}
