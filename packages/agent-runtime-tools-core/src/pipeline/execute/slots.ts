import { ownerOf } from '../../contracts/owner.ts';
import type { ToolResult } from '../../contracts/tool-result.ts';
import { coreErrors } from '../../errors.ts';
import { fail } from '../../authoring/result.ts';
import type { FairSemaphore } from '../../runtime/fair-semaphore.ts';
import type { Call } from '../call/call.ts';
import { releaseAndSettle } from '../settle/settle.ts';

/** Waits for one of the coordinator's slots, then runs. */
export function runInSlot(call: Call, run: () => Promise<ToolResult>): Promise<ToolResult> {
  return queue(call, (wait) =>
    wait(call.runtime.concurrency, () => {
      call.holdsSlot = true;
      return run();
    }),
  );
}

/** Whether this call or a call around it holds a slot of its tool. To wait for a second one could deadlock. */
export function holdsToolSlot(call: Call | undefined): boolean {
  for (let each = call; each !== undefined; each = each.parent) if (each.toolSlots !== undefined) return true;
  return false;
}

/**
 * Runs a call of a tool that limits its own concurrency. The call needs a slot of the tool and, unless it is nested, one
 * of the coordinator. It takes both or neither, so that a waiting call never holds a slot that another call could use.
 */
export function runInToolSlot(
  call: Call,
  toolSlots: FairSemaphore,
  isNested: boolean,
  run: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const { runtime, principal } = call;
  const start = (): Promise<ToolResult> => {
    call.toolSlots = toolSlots;
    call.holdsSlot = !isNested;
    return run();
  };
  const hasToolSlot = toolSlots.tryAcquire(principal?.id);
  if (hasToolSlot && (isNested || runtime.concurrency.tryAcquire(principal?.id))) return start();
  if (hasToolSlot) toolSlots.release(principal?.id);
  return queue(call, (wait) => {
    const waitForToolSlot = (): void =>
      wait(toolSlots, () => {
        if (isNested || runtime.concurrency.tryAcquire(principal?.id)) return start();
        toolSlots.release(principal?.id);
        return waitForSlot();
      });
    const waitForSlot = (): void =>
      wait(runtime.concurrency, () => {
        if (toolSlots.tryAcquire(principal?.id)) return start();
        runtime.concurrency.release(principal?.id);
        return waitForToolSlot();
      });
    return hasToolSlot ? waitForSlot() : waitForToolSlot();
  });
}

/** Joins the queue of a semaphore. `onSlot` runs once a slot is free; it returns nothing if it joins another queue. */
type Wait = (semaphore: FairSemaphore, onSlot: () => Promise<ToolResult> | void) => void;

/** Keeps the call in a queue until it has a slot or is stopped. The wait counts against the call's time limit. */
function queue(call: Call, join: (wait: Wait) => void): Promise<ToolResult> {
  const { runtime } = call;
  const queuedAt = runtime.clock.now();
  const leaveQueue = runtime.enqueue();
  call.isQueued = true;
  runtime.deadlines.watch(call.expiresAt);
  return new Promise((resolve) => {
    const end = (outcome: ToolResult | Promise<ToolResult>): void => {
      call.isQueued = false;
      runtime.deadlines.unwatch();
      leaveQueue();
      resolve(outcome);
    };
    const wait: Wait = (semaphore, onSlot) => {
      const leave = semaphore.wait(ownerOf(call), () => {
        call.stopWaiting = undefined;
        const queuedBefore = call.queuedMs;
        call.queuedMs += runtime.clock.now() - queuedAt;
        const outcome = onSlot();
        if (outcome === undefined) call.queuedMs = queuedBefore;
        else end(outcome);
      });
      call.stopWaiting = (cause) => {
        leave?.();
        call.stopWaiting = undefined;
        end(releaseAndSettle(call, fail(cause)));
      };
      if (leave === undefined) call.stopWaiting(coreErrors.QUEUE_FULL());
    };
    join(wait);
  });
}
