import type { FairSemaphore } from '@ku0/agent-runtime-tools-core';
import { checkSignal } from '../errors.ts';
import type { ReadOwner } from '../read/read-content.ts';

type SlotOwner = ReadOwner & { readonly signal?: AbortSignal };

/** Waits for a slot. The semaphore serves the principals in turn, so none of them can take all slots. */
export async function acquireSlot(
  semaphore: FairSemaphore,
  { principalId = '', taskId = '', signal }: SlotOwner,
): ReturnType<FairSemaphore['acquire']> {
  return semaphore.acquire({ principalId, taskId }, { signal }).catch((error: unknown) => {
    checkSignal(signal);
    throw error;
  });
}

/** Does the work while it holds a slot. */
export async function withSlot<T>(semaphore: FairSemaphore, owner: SlotOwner, work: () => Promise<T>): Promise<T> {
  const slot = await acquireSlot(semaphore, owner);
  try {
    return await work();
  } finally {
    slot.release();
  }
}
