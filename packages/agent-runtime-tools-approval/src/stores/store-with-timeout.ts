import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { approvalErrors } from '../errors.ts';
import type { ApprovalStore } from './approval-store.ts';
import { MemoryApprovalStore } from './memory-approval-store.ts';

/** A store that rejects where the one behind it would never answer: no call waits for ever. */
export function storeWithTimeout(store: ApprovalStore, longestMs = MAX_MS): ApprovalStore {
  // One in memory answers at once, and is asked in every decision: a timer would cost more than the answer.
  if (store.constructor === MemoryApprovalStore) return store;
  const within = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new ToolFailure(approvalErrors.STORE_UNAVAILABLE({ message: 'The store does not answer.' }))),
        longestMs,
      );
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  return {
    list: () => within(store.list()),
    add: (approval) => within(store.add(approval)),
    revoke: (id) => within(store.revoke(id)),
    pending: () => within(store.pending()),
    putPending: (pending) => within(store.putPending(pending)),
    takePending: (id) => within(store.takePending(id)),
    changePending: (id, change) => within(store.changePending(id, change)),
    renewPending: (holderId, until) => within(store.renewPending(holderId, until)),
    purge: (now) => within(store.purge(now)),
  };
}

const MAX_MS = 10_000;
