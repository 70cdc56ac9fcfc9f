import { ownerOf } from '../../contracts/owner.ts';
import type { Principal, ToolCallbacks, ToolMode } from '../../contracts/tool-context.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import type { RetryOptions } from '../../runtime/retry-policy.ts';
import type { Call } from './call.ts';
import { callFolder } from './call-folder.ts';
import { foreignParent, parentTasksOf, type ParentCall } from './parent-call.ts';
import type { Runtime } from '../../runtime/runtime.ts';

/** The fixed properties of a call, from its options, its parent call and the coordinator's defaults. */
export class CallOrigin {
  readonly runtime: Runtime;
  readonly requestedName: string;
  readonly callId: string;
  /** Unique, unlike `callId`, which the host gives. */
  readonly callKey: string;
  readonly taskId: string;
  readonly parentTasks: readonly string[];
  readonly turnId: string;
  readonly cwd: string;
  readonly mode: ToolMode;
  /** Whether the options of this call, or of a call around it, gave the mode. */
  readonly hasFixedMode: boolean;
  readonly principal: Principal | undefined;
  readonly parent: Call | undefined;
  /** The call that this one was made from, even if another copy of core runs it. `parent` is set for our own only. */
  readonly outer: ParentCall | undefined;
  readonly timeoutMs: number | undefined;
  readonly retry: RetryOptions | undefined;
  /** The host's callbacks: those of this call, else the coordinator's. */
  readonly callbacks: ToolCallbacks;
  readonly startedAt: number;

  constructor(runtime: Runtime, requestedName: string, options: ExecuteOptions, parent: Call | undefined) {
    this.runtime = runtime;
    this.requestedName = requestedName;
    this.parent = parent;
    this.outer = parent ?? foreignParent(options.parent);
    const outer = this.outer && options.parent;
    this.callKey = runtime.callIds.next();
    this.callId = options.callId ?? this.callKey;
    this.taskId = options.taskId ?? outer?.taskId ?? 'default';
    this.principal = options.principal ?? outer?.principal;
    this.turnId =
      options.turnId ?? outer?.turnId ?? (runtime.turns.used ? (runtime.turns.current(ownerOf(this)) ?? '') : '');
    this.cwd = callFolder(runtime, options, outer);
    this.callbacks = options.callbacks ?? (parent === undefined ? runtime.callbacks : parent.callbacks);
    this.parentTasks = parentTasksOf(outer, this);
    this.mode = options.mode ?? runtime.modes.of(this, parent ?? (outer && { mode: outer.mode, hasFixedMode: true }));
    this.hasFixedMode = options.mode !== undefined || (parent?.hasFixedMode ?? outer !== undefined);
    this.timeoutMs = options.timeoutMs;
    this.retry = options.retry;
    this.startedAt = runtime.clock.now();
  }

  /** How many calls this one is nested in. */
  get depth(): number {
    return this.outer === undefined ? 0 : this.outer.depth + 1;
  }
}
