import { ownerKey, ownerOf, type Owner } from '../contracts/owner.ts';
import type { Principal, ToolMode } from '../contracts/tool-context.ts';

/** What the mode of a call depends on. */
interface CallOwner {
  readonly taskId: string;
  readonly principal: Principal | undefined;
  readonly parentTasks: readonly string[];
}

/** The mode of a call, for the calls made from it. */
interface CallMode {
  readonly mode: ToolMode;
  /** Whether the options of this call, or of a call around it, gave the mode. */
  readonly hasFixedMode: boolean;
}

/** The modes that the host has set for running tasks. Each is kept until its task ends. */
export class TaskModes {
  readonly #default: ToolMode;
  readonly #modes = new Map<string, ToolMode>();

  constructor(defaultMode: ToolMode) {
    this.#default = defaultMode;
  }

  /** Returns the previous mode. An undefined mode removes the setting. */
  set(taskId: string, mode: ToolMode | undefined, principal: Principal | undefined): ToolMode {
    const key = ownerKey(ownerOf({ taskId, principal }));
    const previous = this.#modes.get(key) ?? this.#default;
    if (mode === undefined) this.#modes.delete(key);
    else this.#modes.set(key, mode);
    return previous;
  }

  /**
   * The mode of a call whose options give none. If the parent's options gave one, the call inherits it, unless its task
   * was set to plan mode.
   */
  of(owner: CallOwner, parent: CallMode | undefined): ToolMode {
    if (this.#modes.size === 0) return parent?.mode ?? this.#default;
    const set = this.#nearest(owner);
    if (parent?.hasFixedMode === true) return set === 'plan' ? 'plan' : parent.mode;
    return set ?? parent?.mode ?? this.#default;
  }

  /** Whether the task of a running call has been put into plan mode since the call began. */
  hasTurnedToPlan(call: CallOwner & CallMode): boolean {
    return this.#modes.size > 0 && call.mode !== 'plan' && !call.hasFixedMode && this.#nearest(call) === 'plan';
  }

  endTask(owner: Owner): void {
    this.#modes.delete(ownerKey(owner));
  }

  /** The mode set for the task itself, else for the nearest of its parent tasks. */
  #nearest({ taskId, principal, parentTasks }: CallOwner): ToolMode | undefined {
    for (const task of [taskId, ...parentTasks]) {
      const set = this.#modes.get(ownerKey(ownerOf({ taskId: task, principal })));
      if (set !== undefined) return set;
    }
    return undefined;
  }
}
