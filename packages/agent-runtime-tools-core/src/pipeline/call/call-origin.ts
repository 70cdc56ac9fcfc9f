import { ownerOf } from '../../contracts/owner.ts';
import type { Principal, ToolCallbacks, ToolMode } from '../../contracts/tool-context.ts';
import type { ExecuteOptions } from '../../execute-options.ts';
import type { RetryOptions } from '../../runtime/retry-policy.ts';
import type { Call } from './call.ts';
import { callFolder } from './call-folder.ts';
import { foreignParent, parentTasksOf, type ParentCall } from './parent-call.ts';
import type { Runtime } from '../../runtime/runtime.ts';

/** Who made a call, from where and on which terms: what the options, the call around it and the coordinator say. */
export class CallOrigin {
  readonly runtime: Runtime;
  readonly requestedName: string;
  readonly callId: string;
  /** Unlike `callId`, which the host gives, no other call's. */
  readonly callKey: string;
  readonly taskId: string;
  readonly parentTasks: readonly string[];
  readonly turnId: string;
  readonly cwd: string;
  readonly mode: ToolMode;
  /** Whether the caller gave the mode, or the caller of a call around this one. */
  readonly hasFixedMode: boolean;
  readonly principal: Principal | undefined;
  readonly parent: Call | undefined;
  /** The call it was made from, also where another copy of core runs that. */
  readonly outer: ParentCall | undefined;
  readonly timeoutMs: number | undefined;
  readonly retry: RetryOptions | undefined;
  /** The host's own, for this call or for all. */
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

  /** How many calls this one was made within. */
  get depth(): number {
    return this.outer === undefined ? 0 : this.outer.depth + 1;
  }
}
