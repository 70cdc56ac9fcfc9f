import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { approvalErrors } from '../errors.ts';
import { answerChannelOf, type ApprovalStore } from './approval-store.ts';
import { MemoryApprovalStore } from './memory-approval-store.ts';

/** Wraps a store so that each operation rejects after a time limit. */
export function storeWithTimeout(store: ApprovalStore, timeoutMs = TIMEOUT_MS): ApprovalStore {
  // A store in memory answers at once, and a timer would cost more than the answer.
  if (store.constructor === MemoryApprovalStore) return store;
  const withTimeout = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(new ToolFailure(approvalErrors.STORE_UNAVAILABLE({ message: 'The approval store does not answer.' }))),
        timeoutMs,
      );
      work.then(resolve, reject).finally(() => clearTimeout(timer));
    });
  const channel = answerChannelOf(store);
  return {
    list: () => withTimeout(store.list()),
    add: (approval) => withTimeout(store.add(approval)),
    revoke: (id) => withTimeout(store.revoke(id)),
    pending: () => withTimeout(store.pending()),
    putPending: (pending) => withTimeout(store.putPending(pending)),
    takePending: (id, taker) => withTimeout(store.takePending(id, taker)),
    changePending: (id, change) => withTimeout(store.changePending(id, change)),
    renewPending: (holderId, until) => withTimeout(store.renewPending(holderId, until)),
    purge: (now) => withTimeout(store.purge(now)),
    ...(channel !== undefined && {
      held: (holderId) => withTimeout(channel.held(holderId)),
      // Takes as long as it takes: nobody waits for it.
      watch: (holderId, listener) => channel.watch(holderId, listener),
      settled: (id) => withTimeout(channel.settled(id)),
    }),
    ...(store.isRemote === true && { isRemote: true }),
  };
}

const TIMEOUT_MS = 10_000;
