import type { FairSemaphore, Owner } from '@ku0/agent-runtime-tools-core';
import { checkSignal } from '../errors.ts';
import type { ReadOwner } from '../read/read-content.ts';

/** Does the work in a place of a limit: no principal can take all of them, nor be served before those who have fewer. */
export async function inTurn<T>(
  limit: FairSemaphore,
  { principalId = '', taskId = '', signal }: ReadOwner & { readonly signal?: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  const owner: Owner = { principalId, taskId };
  const place = await limit.acquire(owner, { signal }).catch((error: unknown) => {
    checkSignal(signal);
    throw error;
  });
  try {
    return await work();
  } finally {
    place.release();
  }
}
