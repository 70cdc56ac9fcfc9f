import type { ActivityEventType } from '../../contracts/activity-event.ts';
import type {
  ApprovalState,
  AutoApprovalConfig,
  BatchState,
  Principal,
  ToolCallbacks,
  ToolContext,
  ToolLogger,
  ToolMode,
  ToolServices,
} from '../../contracts/tool-context.ts';
import { ownerOf } from '../../contracts/owner.ts';
import type { ToolIdentity } from '../../contracts/tool-identity.ts';
import { readTrace, type TraceContext } from '../../contracts/trace-context.ts';
import { NO_CAPABILITIES } from '../../authoring/define-tool.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import { measureOutput } from '../../output/measure-output.ts';
import { redactedStore, type Redact } from '../../redaction.ts';
import type { ToolView } from '../../tool-view.ts';
import type { Call } from './call.ts';
import { PARENT, parentLink, type ParentCall } from './parent-call.ts';
import { pausingCallbacks } from './pausing-callbacks.ts';
import { workspaceArtifacts } from './workspace-parts.ts';

/** The context of a call. Expensive members are created when they are first read. */
export class CallContext implements ToolContext {
  readonly cwd: string;
  readonly taskId: string;
  readonly parentTasks: readonly string[];
  readonly callId: string;
  readonly callKey: string;
  readonly coordinatorId: string;
  readonly turnId: string;
  readonly mode: ToolMode;
  declare readonly principal?: Principal;
  declare trace?: TraceContext;
  readonly services: ToolServices;
  readonly logger: ToolLogger;
  readonly autoApproval: AutoApprovalConfig;
  readonly #call: Call;

  constructor(call: Call, options: ExecuteOptions) {
    const { runtime } = call;
    const parent = call.parent?.context;
    this.#call = call;
    this.cwd = call.cwd;
    this.taskId = call.taskId;
    this.parentTasks = call.parentTasks;
    this.callId = call.callId;
    this.callKey = call.callKey;
    this.coordinatorId = runtime.coordinator.id;
    this.turnId = call.turnId;
    this.mode = call.mode;
    const services = parent === undefined ? runtime.services : parent.services;
    const ownServices = options.services ?? unredactedServices(call);
    this.services = ownServices === undefined ? services : withServices(services, ownServices, runtime.redact);
    this.logger = runtime.logger;
    this.autoApproval = options.autoApproval ?? (parent === undefined ? runtime.autoApproval : parent.autoApproval);
    if (call.principal !== undefined) this.principal = call.principal;
    const trace = options.trace === undefined ? parent?.trace : traceOf(options.trace, call);
    if (trace !== undefined) this.trace = trace;
  }

  get tool(): ToolIdentity {
    const { entry, requestedName } = this.#call;
    return entry?.identity ?? { name: requestedName, version: '', capabilities: NO_CAPABILITIES };
  }

  get tools(): ToolView {
    const { runtime, tools } = this.#call;
    if (tools === undefined || runtime.viewOf === undefined) throw new Error('this context has no tools');
    return runtime.viewOf(tools);
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get timeLeftMs(): number | undefined {
    const { running, expiresAt, runtime } = this.#call;
    return running ? Math.max(0, expiresAt - runtime.clock.now()) : undefined;
  }

  get approval(): ApprovalState {
    const call = this.#call;
    const { demand, advice } = call.hookConsent ?? {};
    return {
      required: call.approvalRequired || demand !== undefined,
      ...(demand !== undefined && { demanded: demand }),
      ...(advice !== undefined && { advice }),
      ...(call.grant !== undefined && { grant: call.grant }),
      turnRejected: call.runtime.turns.isRejected(ownerOf(call), call.turnId),
      dryRun: (params) => call.dryRun(params),
      require: (reason) => {
        const reasons = call.hookConsent?.demand;
        call.hookConsent = { ...call.hookConsent, demand: reasons === undefined ? reason : `${reasons}\n${reason}` };
      },
    };
  }

  get callbacks(): ToolCallbacks {
    return pausingCallbacks(this.#call);
  }

  get redact(): ToolContext['redact'] {
    return this.#call.runtime.redact;
  }

  get batch(): BatchState | undefined {
    return this.#call.batchMember?.stateFor(this.#call);
  }

  /** A getter, so that the function works without its context: `const { emitOutput } = context`. */
  get emitOutput(): (chunk: string) => void {
    const call = this.#call;
    return (chunk) => call.publish('tool_output_chunk', { toolName: call.toolName, chunk }, chunk.length);
  }

  get emitProgress(): (done: number, total?: number, message?: string) => void {
    const call = this.#call;
    return (done, total, message) =>
      call.publish(
        'tool_progress',
        {
          toolName: call.toolName,
          done,
          ...(total !== undefined && { total }),
          ...(message !== undefined && { message }),
        },
        message?.length,
      );
  }

  get publish(): ToolContext['publish'] {
    const call = this.#call;
    return (type, data) => {
      if (!CORE_EVENTS.has(type)) call.publish(type, data, sizeOf(data));
      else call.runtime.log.warn('an event that only core may publish was dropped', { type, tool: call.toolName });
    };
  }

  get setTrace(): ToolContext['setTrace'] {
    return (given) => {
      const trace = traceOf(given, this.#call);
      if (trace !== undefined) this.trace = trace;
    };
  }

  get stopTurn(): ToolContext['stopTurn'] {
    const call = this.#call;
    return (error) => call.runtime.turns.stop(ownerOf(call), call.turnId, error);
  }

  /** What child calls need to know about this call, even if another copy of core makes them. */
  get [PARENT](): ParentCall {
    return parentLink(this.#call);
  }

  /** The call of a context; undefined for a context that was not made by this copy of core. */
  static callOf(context: ToolContext): Call | undefined {
    return #call in context ? context.#call : undefined;
  }
}

function traceOf(given: TraceContext, { runtime, callId }: Call): TraceContext | undefined {
  const trace = readTrace(given);
  if (trace === undefined) runtime.log.warn('a malformed trace was ignored', { callId });
  return trace;
}

/** The parent's services if the parent belongs to another coordinator: those do not redact for this one. */
function unredactedServices({ runtime, parent }: Call): ToolServices | undefined {
  if (runtime.redact === undefined || parent === undefined || parent.runtime === runtime) return undefined;
  return parent.context.services;
}

/** Merges two sets of services. A service that is created on first use is not created here. */
function withServices(base: ToolServices, over: ToolServices, redact: Redact | undefined): ToolServices {
  const store = over.artifacts ?? workspaceArtifacts(over);
  const artifacts = store === undefined || redact === undefined ? store : redactedStore(store, redact);
  const own = artifacts === undefined ? over : { ...over, artifacts };
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(base), ...Object.getOwnPropertyDescriptors(own) },
  );
}

/** Audit trails rely on these events, so handlers and middlewares cannot publish them. */
const CORE_EVENTS: ReadonlySet<ActivityEventType> = new Set<ActivityEventType>([
  'tool_call_start',
  'tool_call_end',
  'error',
  'approval_decided',
  'tools_changed',
  'mode_changed',
]);

/** 0 for data that cannot be read or is not JSON. */
function sizeOf(data: unknown): number {
  try {
    const size = measureOutput(data);
    return typeof size === 'number' ? size : 0;
  } catch {
    return 0;
  }
}
