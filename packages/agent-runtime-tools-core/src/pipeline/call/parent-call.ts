import { brandOf } from '../../authoring/brand.ts';
import type { Principal, ToolContext } from '../../contracts/tool-context.ts';
import type { ToolError } from '../../contracts/tool-error.ts';

/** What a call needs to know of the call that it was made from. */
export interface ParentCall {
  /** How many calls that one was made within. */
  readonly depth: number;
  readonly finished: boolean;
  /** Why it is being stopped. */
  readonly cause: ToolError | undefined;
  /** Stops its clock, and those of the calls around it, until as many `resumeAll`. */
  pauseAll(): void;
  resumeAll(): void;
}

/** Where a context has its call, for other copies of core. */
export const PARENT: unique symbol = brandOf('call') as typeof PARENT;

/** No more of a call than its children need. */
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

/** The call behind a context that another copy of core has made. */
export function foreignParent(context: object | undefined): ParentCall | undefined {
  if (context === undefined) return undefined;
  try {
    const link: unknown = PARENT in context ? context[PARENT] : undefined;
    return isParentCall(link) ? link : undefined;
  } catch {
    return undefined;
  }
}

/** The tasks that a call's task was started from. One that works for another principal has none: nothing of theirs is its own. */
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
