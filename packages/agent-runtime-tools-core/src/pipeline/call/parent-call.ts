import { brandOf } from '../../authoring/brand.ts';
import type { Principal, ToolContext } from '../../contracts/tool-context.ts';
import type { ToolError } from '../../contracts/tool-error.ts';

/** What a call needs to know about the call that it was made from. */
export interface ParentCall {
  /** How many calls it is nested in. */
  readonly depth: number;
  readonly finished: boolean;
  /** Why it is being stopped. */
  readonly cause: ToolError | undefined;
  /** Stops its clock and those of the calls around it. Each `pauseAll` needs its own `resumeAll`. */
  pauseAll(): void;
  resumeAll(): void;
}

/** The key under which a context gives other copies of core access to its call. */
export const PARENT: unique symbol = brandOf('call') as typeof PARENT;

/** A view of a call that exposes only what its child calls need. */
export function parentLink(call: ParentCall): ParentCall {
  return {
    depth: call.depth,
    get finished() {
      return call.finished;
    },
    get cause() {
      return call.cause;
    },
    pauseAll: () => call.pauseAll(),
    resumeAll: () => call.resumeAll(),
  };
}

/** The call of a context that another copy of core has made. */
export function foreignParent(context: object | undefined): ParentCall | undefined {
  if (context === undefined) return undefined;
  try {
    const link: unknown = PARENT in context ? context[PARENT] : undefined;
    return isParentCall(link) ? link : undefined;
  } catch {
    return undefined;
  }
}

/** The tasks that a call's task was started from, nearest first. Empty if the parent works for another principal. */
export function parentTasksOf(
  parent: ToolContext | undefined,
  { taskId, principal }: { readonly taskId: string; readonly principal: Principal | undefined },
): readonly string[] {
  if (parent === undefined || parent.principal?.id !== principal?.id) return NO_TASKS;
  return taskId === parent.taskId ? parent.parentTasks : [parent.taskId, ...parent.parentTasks];
}

const NO_TASKS: readonly string[] = Object.freeze([]);

function isParentCall(link: unknown): link is ParentCall {
  return (
    typeof link === 'object' &&
    link !== null &&
    'depth' in link &&
    typeof link.depth === 'number' &&
    'pauseAll' in link &&
    typeof link.pauseAll === 'function' &&
    'resumeAll' in link &&
    typeof link.resumeAll === 'function'
  );
}
