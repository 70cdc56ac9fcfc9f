import {
  coreErrors,
  errorMessage,
  fail,
  ToolFailure,
  Type,
  type ContentPart,
  type DryRun,
  type ToolContext,
  type ToolError,
  type ToolHandler,
  type ToolResult,
} from '@ku0/agent-runtime-tools-core';
import { EngineUnavailableError, SubmissionUncertainError } from '../driver/driver-errors.ts';
import { remoteErrors } from '../errors.ts';
import type { RemoteDefinition } from '../protocol/announcement.ts';
import { resultOf, type Outcome } from '../protocol/outcome.ts';
import type { Secret } from '../protocol/seal.ts';
import { writeTicket, type Ticket } from '../protocol/ticket.ts';
import type { CallEnd, PendingCall } from './pending-call.ts';
import { newJobId, type PlaceClient } from './place-client.ts';

export interface RemoteHandlerOptions {
  readonly client: PlaceClient;
  readonly place: string;
  readonly secret: Secret;
  readonly definition: RemoteDefinition;
  /** The name under which the tool is registered here. */
  readonly name: string;
  readonly isDetached: (toolName: string, params: unknown) => boolean;
}

/** A worker's tool as a tool of the caller: hooks, approval and validation happen here, the work there. */
export function remoteHandler(options: RemoteHandlerOptions): ToolHandler {
  const { definition, name } = options;
  const { description, version, parameters, output, capabilities, title, tags, category } = definition;
  const { annotations, parameterAliases, limits, approval, remote } = definition;
  const call = new RemoteCalls(options);
  /** What a model reads, by the value that it was made from. */
  const partsOf = new WeakMap<object, ContentPart[]>();
  const remember = (result: ToolResult, outcome: Outcome | undefined): ToolResult => {
    if (result.ok && outcome?.parts !== undefined && typeof result.value === 'object' && result.value !== null)
      partsOf.set(result.value, outcome.parts);
    return result;
  };
  return {
    name,
    description,
    version,
    parameters: Type.Unsafe<unknown>({ ...parameters }),
    ...(output !== undefined && { output: Type.Unsafe<unknown>({ ...output }) }),
    capabilities: { ...capabilities },
    ...(title !== undefined && { title }),
    tags: [...new Set([...(tags ?? []), 'remote'])],
    ...(category !== undefined && { category }),
    annotations: { ...annotations, place: options.place },
    ...(parameterAliases !== undefined && { parameterAliases }),
    ...(remote !== undefined && { remote }),
    limits: { ...limits, graceMs: GRACE_MS },
    ...(approval === 'always' && { requiresApproval: true }),
    ...(approval === 'depends' && {
      requiresApproval: (params: unknown, context: ToolContext) => call.needsApproval(params, context),
    }),
    execute: (params, context) => call.run('call', params, context, remember),
    ...(definition.hasDryRun && {
      dryRun: async (params: unknown, context: ToolContext) => {
        const result = await call.run('dry-run', params, context);
        // The worker's coordinator has made it.
        return result as ToolResult<DryRun>;
      },
    }),
    ...(definition.hasModelOutput && {
      toModelOutput: (value: unknown): ContentPart[] =>
        (typeof value === 'object' && value !== null ? partsOf.get(value) : undefined) ?? plainParts(value),
    }),
  };
}

/** A value that a middleware has replaced, or that has no identity. */
function plainParts(value: unknown): ContentPart[] {
  return typeof value === 'string' ? [{ type: 'text', text: value }] : [{ type: 'json', value }];
}

type OnOutcome = (result: ToolResult, outcome: Outcome | undefined) => ToolResult;

class RemoteCalls {
  readonly #options: RemoteHandlerOptions;

  constructor(options: RemoteHandlerOptions) {
    this.#options = options;
  }

  /** Throws if the worker does not say; core then denies the call. */
  async needsApproval(params: unknown, context: ToolContext): Promise<boolean> {
    const result = await this.run('needs-approval', params, context);
    if (!result.ok) throw new ToolFailure(result.error);
    return result.value !== false;
  }

  /** Never rejects. */
  async run(
    action: Ticket['action'],
    params: unknown,
    context: ToolContext,
    onOutcome?: OnOutcome,
  ): Promise<ToolResult> {
    const { client, definition } = this.#options;
    const ticket = this.#ticket(action, params, context);
    const detached = action === 'call' && this.#options.isDetached(definition.name, params);
    let call: PendingCall;
    try {
      const job = { id: ticket.id, payload: writeTicket(ticket, this.#options.secret), detached };
      call = await client.submit(job, ([kind, first, total, message]) => {
        if (kind === 'output') context.emitOutput(first);
        else context.emitProgress(first, total ?? undefined, message ?? undefined);
      });
    } catch (error) {
      return fail(this.#submitError(action, error));
    }
    const end = await this.#endOf(call, ticket, context.signal);
    if (end === undefined) return fail(this.#stoppedError(call));
    if (end.kind !== 'outcome') return fail(this.#noOutcome(action, end));
    const { outcome, lostPieces } = end;
    if (isLate(outcome)) return fail(notInTime(definition.name));
    const warnings = lostPieces > 0 ? [`${lostPieces} pieces of the output were lost on the way.`] : [];
    const result = resultOf(outcome, warnings);
    return onOutcome?.(result, outcome) ?? result;
  }

  #ticket(action: Ticket['action'], params: unknown, context: ToolContext): Ticket {
    const { place, definition } = this.#options;
    const { principal, trace } = context;
    const leftMs = Math.min(context.timeLeftMs ?? QUESTION_MS, action === 'call' ? MAX_LIFE_MS : QUESTION_MS);
    return {
      id: newJobId(),
      place,
      action,
      tool: definition.name,
      version: definition.version,
      parameters: params,
      callId: context.callId,
      ...(principal !== undefined && {
        principal: { id: principal.id, ...(principal.roles !== undefined && { roles: [...principal.roles] }) },
      }),
      task: context.taskId,
      turn: context.turnId,
      mode: context.mode,
      deadline: Math.round(Date.now() + leftMs),
      // Core starts a handler that needs approval only if there was a grant for these very parameters.
      approved: action === 'call' && context.approval.required,
      ...(trace !== undefined && { trace: { ...trace } }),
    };
  }

  /** Undefined if the call was stopped here and nothing was heard of it in time. */
  async #endOf(call: PendingCall, ticket: Ticket, signal: AbortSignal): Promise<CallEnd | undefined> {
    const stopped = Promise.withResolvers<undefined>();
    let timer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      if (timer !== undefined) return;
      void this.#options.client.cancel(call, reasonOf(signal.reason), ticket.deadline + CANCEL_AFTER_DEADLINE_MS);
      timer = setTimeout(() => stopped.resolve(undefined), WAIT_FOR_STOP_MS);
    };
    // A question has no signal of its own that fires at its deadline.
    const overdue = setTimeout(stop, Math.max(0, ticket.deadline - Date.now()) + 50);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([call.ended, stopped.promise]);
    } finally {
      signal.removeEventListener('abort', stop);
      clearTimeout(overdue);
      clearTimeout(timer);
    }
  }

  #submitError(action: Ticket['action'], error: unknown): ToolError {
    const { place, definition } = this.#options;
    const reason = errorMessage(error);
    if (error instanceof SubmissionUncertainError && action === 'call' && !definition.capabilities.idempotent) {
      const message = `The connection failed while the call was sent (${reason}), so it may or may not run.`;
      return remoteErrors.OUTCOME_UNKNOWN({ message, details: { place } });
    }
    const isEngine = error instanceof EngineUnavailableError || error instanceof SubmissionUncertainError;
    const message = isEngine ? `The queue of the place ${place} cannot be reached: ${reason}` : reason;
    const suggestion = 'Try again later; if it lasts, tell the person that the queue is down.';
    return coreErrors.ENGINE_NOT_AVAILABLE({ message, suggestion, details: { place }, retryable: isEngine });
  }

  #noOutcome(action: Ticket['action'], end: Exclude<CallEnd, { kind: 'outcome' }>): ToolError {
    const { place, definition, client } = this.#options;
    if (end.kind === 'withdrawn') {
      const message = `No worker has served the place ${place} for ${client.waitForWorkerMs} ms. The call was not started.`;
      return remoteErrors.PLACE_WITHOUT_WORKER({ message, details: { place } });
    }
    if (action !== 'call' || definition.capabilities.idempotent) {
      const message = `The call to ${definition.name} was lost: ${end.reason}.`;
      return coreErrors.ENGINE_NOT_AVAILABLE({
        message,
        suggestion: 'Call it again.',
        details: { place },
        retryable: true,
      });
    }
    const message = `The call to ${definition.name} was lost (${end.reason}), and nobody knows whether it has taken effect.`;
    return remoteErrors.OUTCOME_UNKNOWN({ message, details: { place } });
  }

  /** Core reports why the call was stopped, and adds these details. */
  #stoppedError({ isStarted }: PendingCall): ToolError {
    const { place, client } = this.#options;
    return coreErrors.CANCELLED({
      message: 'The call was stopped before its worker answered.',
      details: {
        place,
        startedByWorker: isStarted,
        workers: client.workers,
        workerStillRunning: isStarted && client.workers > 0,
      },
    });
  }
}

/** The worker got the ticket when the time limit of the call was over, and has not started it. */
function isLate({ error }: Outcome): boolean {
  return error?.code === 'TICKET_REFUSED' && error.details?.['reason'] === 'late';
}

function notInTime(tool: string): ToolError {
  return coreErrors.TIMEOUT({ message: `${tool} was not started: no worker took the call within its time limit.` });
}

function reasonOf(reason: unknown): string {
  if (typeof reason === 'object' && reason !== null && 'message' in reason && typeof reason.message === 'string')
    return reason.message;
  return 'The caller has stopped the call.';
}

/** How long the worker may take to stop a call before the caller goes on without it. */
const GRACE_MS = 2000;
const WAIT_FOR_STOP_MS = 1500;
const CANCEL_AFTER_DEADLINE_MS = 10_000;
/** How long a question about a call may take: what it would change, whether it needs approval. */
const QUESTION_MS = 30_000;
/** A call without a limit of its own ends after a day. */
const MAX_LIFE_MS = 86_400_000;
