import type { FairSemaphore } from '@ku0/agent-runtime-tools-core';
import { checkSignal } from '../errors.ts';
import type { ReadOwner } from '../read/read-content.ts';

type SlotOwner = ReadOwner & { readonly signal?: AbortSignal };

/** Waits for a slot of a limit. Slots are given by turns between principals, so none of them can take all. */
export async function acquireSlot(
  limit: FairSemaphore,
  { principalId = '', taskId = '', signal }: SlotOwner,
): ReturnType<FairSemaphore['acquire']> {
  return limit.acquire({ principalId, taskId }, { signal }).catch((error: unknown) => {
    checkSignal(signal);
    throw error;
  });
}

/** Does the work in a slot of a limit. */
export async function withSlot<T>(limit: FairSemaphore, owner: SlotOwner, work: () => Promise<T>): Promise<T> {
  const slot = await acquireSlot(limit, owner);
  try {
    return await work();
  } finally {
    slot.release();
  }
}
