import { resolve } from 'node:path';
import { ActivityStream } from '../activity/activity-stream.ts';
import { ArgumentBudget } from '../arguments/argument-budget.ts';
import { DEFAULT_ARGUMENT_LIMITS, type ArgumentLimits } from '../arguments/argument-limits.ts';
import { MemoryArtifactStore } from '../artifacts/memory-artifact-store.ts';
import type { UpcomingCall } from '../batch/execute-batch.ts';
import type { ArtifactStore } from '../contracts/artifact-store.ts';
import type { DryRun } from '../contracts/dry-run.ts';
import type { Owner } from '../contracts/owner.ts';
import type { ToolResult } from '../contracts/tool-result.ts';
import type { AutoApprovalConfig, Clock, ToolCallbacks, ToolLogger, ToolServices } from '../contracts/tool-context.ts';
import type { ToolIdentity } from '../contracts/tool-identity.ts';
import type { CoordinatorRef, ToolMiddleware } from '../contracts/tool-middleware.ts';
import type { GuardOptions, ToolCoordinatorOptions } from '../coordinator-options.ts';
import { createRedact, redactedLogger, redactedStore, type Redact } from '../redaction.ts';
import { CallIds } from './call-ids.ts';
import { DEFAULT_MAX_QUEUE, FairSemaphore } from './fair-semaphore.ts';
import { Deadlines } from './deadlines.ts';
import { isolatedLogger } from './isolated-logger.ts';
import { LiveList } from './live-list.ts';
import { RetryPolicy, type RetryOptions } from './retry-policy.ts';
import { systemClock } from './system-clock.ts';
import { TaskModes } from './task-modes.ts';
import { Turns } from './turns.ts';
import type { ToolLookup } from '../registry/tool-registry.ts';
import { errorMessage } from '../text/error-message.ts';
import type { ToolView } from '../tool-view.ts';
import type { Call } from '../pipeline/call/call.ts';
import { workspaceArtifacts, workspaceFolder } from '../pipeline/call/workspace-parts.ts';
import { isMutating } from '../pipeline/guard/guard.ts';
import { RepeatedCalls } from '../pipeline/guard/repeated-calls.ts';

/** The state and settings that all calls of a coordinator and of its views share. */
export class Runtime {
  readonly services: ToolServices;
  readonly clock: Clock;
  /** The working folder of calls that name none. */
  readonly cwd: string;
  readonly modes: TaskModes;
  readonly redact: Redact | undefined;
  /** The host's logger, for handlers. */
  readonly logger: ToolLogger;
  /** The same logger for core's own use; it never throws. */
  readonly log: ToolLogger;
  readonly callbacks: ToolCallbacks;
  readonly autoApproval: AutoApprovalConfig;
  readonly timeoutMs: number;
  readonly delegateTimeoutMs: number;
  readonly graceMs: number;
  readonly maxOutputChars: number;
  readonly maxDepth: number;
  readonly argumentLimits: ArgumentLimits;
  spareArgumentBudget: ArgumentBudget | undefined = undefined;
  readonly planModeForbids: (tool: ToolIdentity) => boolean;
  readonly endRejectedTurns: boolean;
  readonly repeatedCalls: RepeatedCalls | undefined;
  readonly activity: ActivityStream;
  readonly concurrency: FairSemaphore;
  readonly retryOptions: RetryOptions;
  readonly retry: RetryPolicy;
  readonly deadlines: Deadlines;
  readonly turns = new Turns();
  readonly callIds = new CallIds();
  /** Identifies this coordinator to tools and middlewares that several coordinators share. */
  readonly coordinator: CoordinatorRef = Object.freeze({ id: this.callIds.prefix });
  /** Calls of batches that have not begun because their turn has not come. */
  readonly upcomingCalls = new Set<UpcomingCall>();
  readonly inFlight = new LiveList<Call>((call) => call.finished);
  readonly middlewares: ToolMiddleware[] = [];
  /** Incremented when the middlewares change: chains of an older version are composed again. */
  chainVersion = 0;
  unknownToolCalls = 0;
  queueLength = 0;
  maxQueueLength = 0;
  /** Set by the coordinator, because `Call` cannot import the dry run, which is built on calls. */
  dryRunner: ((call: Call, params: unknown) => Promise<ToolResult<DryRun>>) | undefined = undefined;
  /** Set by the coordinator, for the same reason: a view makes calls. */
  viewOf: ((tools: ToolLookup) => ToolView) | undefined = undefined;
  /** Tells the services and middlewares that a task has ended; set by the coordinator, which has the services. */
  releaseTask: ((owner: Owner) => Promise<void>) | undefined = undefined;
  closed = false;
  #artifacts: ArtifactStore | undefined;
  /**
   * Keeps the hidden classes of `Call` alive. If no call existed, a garbage collection would discard the code that was
   * optimised for them, and the next tens of thousands of calls would be several times slower.
   */
  lastCall: Call | undefined = undefined;

  constructor(options: ToolCoordinatorOptions) {
    this.services = { ...options.services };
    if (this.services.artifacts === undefined) this.#provideArtifacts();
    this.clock = options.services?.clock ?? systemClock;
    this.cwd = resolve(workspaceFolder(this.services) ?? '', options.cwd ?? '');
    this.modes = new TaskModes(options.mode ?? 'act');
    this.redact = options.redact === undefined ? undefined : createRedact(options.redact);
    const logger = options.logger ?? SILENT_LOGGER;
    this.logger = this.redact === undefined ? logger : redactedLogger(logger, this.redact);
    if (this.redact !== undefined) this.#redactArtifacts(this.redact);
    this.log = isolatedLogger(this.logger);
    this.callbacks = options.callbacks ?? NO_CALLBACKS;
    this.autoApproval = options.autoApproval ?? NO_AUTO_APPROVAL;
    const { timeoutMs = 120_000, graceMs = 500, maxOutputChars = 30_000, maxDepth = 16 } = options.limits ?? {};
    this.timeoutMs = timeoutMs;
    this.delegateTimeoutMs = options.limits?.delegateTimeoutMs ?? Math.max(timeoutMs, 1_800_000);
    this.graceMs = graceMs;
    this.maxOutputChars = maxOutputChars;
    this.maxDepth = maxDepth;
    this.argumentLimits = { ...DEFAULT_ARGUMENT_LIMITS, ...options.limits?.arguments };
    const guards: GuardOptions = options.guards ?? {};
    this.planModeForbids = guards.planMode ?? isMutating;
    this.endRejectedTurns = guards.rejectedTurn ?? true;
    this.repeatedCalls = guards.repeatedCalls
      ? new RepeatedCalls(guards.repeatedCalls === true ? {} : guards.repeatedCalls)
      : undefined;
    this.activity = new ActivityStream({
      ...options.activity,
      ...(this.redact !== undefined && { redact: this.redact }),
      onListenerError: (error, event) =>
        this.log.warn('an activity listener failed', { event: event.type, error: errorMessage(error) }),
    });
    const { limit = 64, maxQueue = DEFAULT_MAX_QUEUE, ...queue } = options.concurrency ?? {};
    this.concurrency = new FairSemaphore({ limit, maxQueue, ...queue });
    this.retryOptions = options.retry ?? {};
    this.retry = new RetryPolicy(this.retryOptions);
    this.deadlines = new Deadlines(this.clock, () => this.inFlight.toArray());
  }

  /** Takes the spare budget instead of sharing it: reading arguments may run a getter that makes another call. */
  takeArgumentBudget(): ArgumentBudget {
    const spare = this.spareArgumentBudget;
    this.spareArgumentBudget = undefined;
    return spare === undefined ? new ArgumentBudget(this.argumentLimits) : spare.reset();
  }

  /** Defines the artifact store as a service that is created on first use. */
  #provideArtifacts(): void {
    const store = workspaceArtifacts(this.services);
    Object.defineProperty(this.services, 'artifacts', {
      configurable: true,
      enumerable: true,
      get: () => store ?? (this.#artifacts ??= new MemoryArtifactStore()),
    });
  }

  /** Counts a call that waits for a slot. Returns a function that ends the wait. */
  enqueue(): () => void {
    this.queueLength++;
    this.maxQueueLength = Math.max(this.maxQueueLength, this.queueLength);
    return () => {
      this.queueLength--;
    };
  }

  /** Wraps the artifact store so that everything put into it is redacted. */
  #redactArtifacts(redact: Redact): void {
    const value = redactedStore(this.artifacts, redact);
    Object.defineProperty(this.services, 'artifacts', { configurable: true, enumerable: true, value });
  }

  callEnded(call: Call): void {
    this.inFlight.ended();
    this.lastCall = call;
  }

  /** The host's store, else the workspace's, else one in memory. Handlers find the same one in their services. */
  get artifacts(): ArtifactStore {
    return this.services.artifacts ?? (this.#artifacts ??= new MemoryArtifactStore());
  }
}

const SILENT_LOGGER: ToolLogger = Object.freeze({ debug() {}, info() {}, warn() {}, error() {} });
const NO_CALLBACKS: ToolCallbacks = Object.freeze({});
const NO_AUTO_APPROVAL: AutoApprovalConfig = Object.freeze({ enabled: false });
