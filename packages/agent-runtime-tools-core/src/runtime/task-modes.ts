import { ownerKey, ownerOf, type Owner } from '../contracts/owner.ts';
import type { Principal, ToolMode } from '../contracts/tool-context.ts';

/** Whoever is asked for a mode: a call, as far as it is known. */
interface ModeAsker {
  readonly taskId: string;
  readonly principal: Principal | undefined;
  readonly parentTasks: readonly string[];
}

/** A call around another one. */
interface OuterCall {
  readonly mode: ToolMode;
  /** Whether it was given the mode, or has it from a call that was. */
  readonly hasFixedMode: boolean;
}

/** The modes that a host has set for tasks while they run. They stay until the task ends: none is ever forgotten. */
export class TaskModes {
  readonly #default: ToolMode;
  readonly #modes = new Map<string, ToolMode>();

  constructor(defaultMode: ToolMode) {
    this.#default = defaultMode;
  }

  /** Returns the mode before. Undefined as mode takes the setting back. */
  set(taskId: string, mode: ToolMode | undefined, principal: Principal | undefined): ToolMode {
    const key = ownerKey(ownerOf({ taskId, principal }));
    const previous = this.#modes.get(key) ?? this.#default;
    if (mode === undefined) this.#modes.delete(key);
    else this.#modes.set(key, mode);
    return previous;
  }

  /** The mode of a call that was given none. A parent that was given one passes it on, except from acting to planning. */
  of(asker: ModeAsker, parent: OuterCall | undefined): ToolMode {
    if (this.#modes.size === 0) return parent?.mode ?? this.#default;
    const set = this.#nearest(asker);
    if (parent?.hasFixedMode === true) return set === 'plan' ? 'plan' : parent.mode;
    return set ?? parent?.mode ?? this.#default;
  }

  /** Whether a call that began in another mode would be in plan mode now. */
  hasTurnedToPlan(call: ModeAsker & OuterCall): boolean {
    return this.#modes.size > 0 && call.mode !== 'plan' && !call.hasFixedMode && this.#nearest(call) === 'plan';
  }

  endTask(owner: Owner): void {
    this.#modes.delete(ownerKey(owner));
  }

  /** What was set for the task itself, else for the nearest of those it was started from. */
  #nearest({ taskId, principal, parentTasks }: ModeAsker): ToolMode | undefined {
    for (const task of [taskId, ...parentTasks]) {
      const set = this.#modes.get(ownerKey(ownerOf({ taskId: task, principal })));
      if (set !== undefined) return set;
    }
    return undefined;
  }
}
