import { randomUUID } from 'node:crypto';
import { fail, type Principal, type ToolResult } from '@ku0/agent-runtime-tools-core';
import {
  inputRequired,
  type CallToolResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { mcpErrors } from '../errors.ts';
import type { CallEvents, CallListener } from './call-events.ts';
import { elicitingCallbacks, type Elicit } from './client-questions.ts';
import { OpenCall } from './open-call.ts';
import { ParkedCalls } from './parked-calls.ts';
import { clientCapabilities, createSdkServer, sendLog, type SdkServer } from './sdk-server.ts';
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

  constructor({ tools, options, events, taskId }: McpEndpointOptions) {
    this.#tools = tools;
    this.#options = options;
    this.#events = events;
    this.#taskId = taskId;
    this.#parked = new ParkedCalls(options.questionTimeoutMs ?? QUESTION_TIMEOUT_MS);
  }

  /** A server of the SDK that makes its calls on behalf of this principal. */
  createServer(principal = this.#options.principal): SdkServer {
    const { name = 'agent-runtime-tools', version = '0.0.0', instructions, extend, onError } = this.#options;
    const server = createSdkServer(
      { name, version },
      {
        capabilities: { tools: { listChanged: true }, logging: {} },
        inputRequired: {
          maxRounds: MAX_QUESTIONS,
          roundTimeoutMs: this.#options.questionTimeoutMs ?? QUESTION_TIMEOUT_MS,
        },
        ...(instructions !== undefined && { instructions }),
      },
    );
    if (onError !== undefined) Object.assign(server, { onerror: onError });
    server.setRequestHandler('tools/list', () => ({ tools: this.#tools.getToolDefinitions({ format: 'mcp' }) }));
    server.setRequestHandler('tools/call', ({ params }, context) =>
      this.#call(params.name, params.arguments ?? {}, { server, context, principal }),
    );
    extend?.(server);
    return server;
  }

  /** Cancels the calls that wait for answers and ends the task. */
  async close(principal = this.#options.principal): Promise<void> {
    this.#parked.close();
    await this.#tools.endTask?.(this.#taskId, principal === undefined ? {} : { principal });
  }

  async #call(name: string, params: unknown, request: CallRequest): Promise<CallToolResult | InputRequiredResult> {
    const { server, context, principal } = request;
    const { signal, inputResponses } = context.mcpReq;
    if (!showsForms(server, context)) {
      const callId = `mcp-${randomUUID()}`;
      this.#events.listen(callId, clientListener(context));
      return this.#toResult(await this.#execute(name, params, request, { callId, signal }));
    }
    const state = context.mcpReq.requestState<string>();
    const open =
      state === undefined
        ? new OpenCall(name, principal?.id)
        : this.#parked.take(state, { toolName: name, principalId: principal?.id });
    if (open === undefined) return this.#toResult(asResult(name, fail(mcpErrors.QUESTION_EXPIRED())));
    this.#events.listen(open.callId, clientListener(context));
    if (state === undefined) open.run(() => this.#execute(name, params, request, open));
    else open.answer(inputResponses);
    return this.#nextStep(open, context);
  }

  async #execute(
    name: string,
    params: unknown,
    { context, principal }: CallRequest,
    call: { readonly callId: string; readonly signal: AbortSignal; readonly elicit?: Elicit },
  ): Promise<ToolResult> {
    const { callId, signal, elicit } = call;
    try {
      return await this.#tools.execute(name, params, {
        callId,
        signal,
        taskId: this.#taskId,
        // The host's own callbacks would ask a person who did not make the call.
        callbacks: {
          say: (message) => sendLog(context, 'notice', message, name),
          ...(elicit !== undefined && elicitingCallbacks(elicit)),
        },
        ...(principal !== undefined && { principal }),
      });
    } finally {
      this.#events.forget(callId);
    }
  }

  async #nextStep(open: OpenCall, context: ServerContext): Promise<CallToolResult | InputRequiredResult> {
    const { signal, envelope } = context.mcpReq;
    const step = await open.next(signal);
    if (step.kind === 'result') return this.#toResult(step.result);
    if (!this.#parked.park(open)) {
      open.cancel('Too many questions are waiting for answers.');
      return this.#nextStep(open, context);
    }
    // Up to revision 2025-11-25, the request stays open while its question is asked, so it can be cancelled.
    if (envelope === undefined) signal.addEventListener('abort', () => this.#parked.cancel(open), { once: true });
    const { message, requestedSchema } = step.params;
    return inputRequired({
      inputRequests: { [step.key]: inputRequired.elicit({ message, requestedSchema }) },
      requestState: open.id,
    });
  }

  #toResult(result: ToolResult): CallToolResult {
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

/** Whether the client can show forms. */
function showsForms(server: SdkServer, context: ServerContext): boolean {
  const elicitation = clientCapabilities(server, context)?.elicitation;
  // Without a mode, forms are meant: the first revision with elicitation had no other.
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Sends the progress and the output of a call to its client. Failures to send do not affect the call. */
function clientListener(context: ServerContext): CallListener {
  const { mcpReq } = context;
  const { progressToken } = mcpReq['_meta'] ?? {};
  let last = -Infinity;
  return {
    progress(done, total, message) {
      // The protocol requires that progress increases.
      if (progressToken === undefined || done <= last) return;
      last = done;
      const params = {
        progressToken,
        progress: done,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      };
      void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
    },
    output(toolName, chunk) {
      sendLog(context, 'info', chunk, toolName);
    },
  };
}

/** The result of a call that was not made. */
function asResult(toolName: string, failed: ToolResult): ToolResult {
  return { ...failed, metadata: { ...failed.metadata, toolName } };
}
