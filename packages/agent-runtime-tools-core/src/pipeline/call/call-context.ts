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
import type { Call } from './call.ts';
import { PARENT, parentLink, type ParentCall } from './parent-call.ts';
import { patientCallbacks } from './pausing-callbacks.ts';
import { workspaceArtifacts } from './workspace-parts.ts';

/** The context of a real call. What costs something is made when it is first asked for. */
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
  declare readonly trace?: TraceContext;
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
    const brought = options.services ?? unredacted(call);
    this.services = brought === undefined ? services : withServices(services, brought, runtime.redact);
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

  get signal(): AbortSignal {
    return this.#call.signal;
  }

  get approval(): ApprovalState {
    const call = this.#call;
    const { demand, advice } = call.hooksSaid ?? {};
    return {
      required: call.approvalRequired || demand !== undefined,
      ...(demand !== undefined && { demanded: demand }),
      ...(advice !== undefined && { advice }),
      turnRejected: call.runtime.turns.isRejected(ownerOf(call), call.turnId),
      dryRun: (params) => call.dryRun(params),
      require: (reason) => {
        const reasons = call.hooksSaid?.demand;
        call.hooksSaid = { ...call.hooksSaid, demand: reasons === undefined ? reason : `${reasons}\n${reason}` };
      },
    };
  }

  get callbacks(): ToolCallbacks {
    return patientCallbacks(this.#call);
  }

  get redact(): ToolContext['redact'] {
    return this.#call.runtime.redact;
  }

  get batch(): BatchState | undefined {
    return this.#call.place?.stateFor(this.#call);
  }

  /** A getter, so that it may be taken out of the context and called alone. */
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
      else call.runtime.log.warn('an event that only core publishes was left out', { type, tool: call.toolName });
    };
  }

  get stopTurn(): ToolContext['stopTurn'] {
    const call = this.#call;
    return (error) => call.runtime.turns.stop(ownerOf(call), call.turnId, error);
  }

  /** What calls made with this context, by whichever copy of core, need to know of this one. */
  get [PARENT](): ParentCall {
    return parentLink(this.#call);
  }

  /** The call behind a context; undefined for a context that some test made. */
  static callOf(context: ToolContext): Call | undefined {
    return #call in context ? context.#call : undefined;
  }
}

function traceOf(given: TraceContext, { runtime, callId }: Call): TraceContext | undefined {
  const trace = readTrace(given);
  if (trace === undefined) runtime.log.warn('a malformed trace was ignored', { callId });
  return trace;
}

/** Services that come from a call of another coordinator, which redacts nothing for this one. */
function unredacted({ runtime, parent }: Call): ToolServices | undefined {
  if (runtime.redact === undefined || parent === undefined || parent.runtime === runtime) return undefined;
  return parent.context.services;
}

/** One set of services over another. A service that is made on first use is not made for it. */
function withServices(base: ToolServices, over: ToolServices, redact: Redact | undefined): ToolServices {
  const store = over.artifacts ?? workspaceArtifacts(over);
  const artifacts = store === undefined || redact === undefined ? store : redactedStore(store, redact);
  const own = artifacts === undefined ? over : { ...over, artifacts };
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(base), ...Object.getOwnPropertyDescriptors(own) },
  );
}

/** Whoever keeps a record of calls relies on these: no handler and no middleware can make one up. */
const CORE_EVENTS: ReadonlySet<ActivityEventType> = new Set<ActivityEventType>([
  'tool_call_start',
  'tool_call_end',
  'error',
  'approval_decided',
  'tools_changed',
  'mode_changed',
]);

/** What cannot be read, or is no JSON, has no size that could be told. */
function sizeOf(data: unknown): number {
  try {
    const size = measureOutput(data);
    return typeof size === 'number' ? size : 0;
  } catch {
    return 0;
  }
}
