import { ApprovalGate, type ApprovalRequest, type ApprovalStore } from '@ku0/agent-runtime-tools-approval';

/** A request in the store, and who waits for its answer. */
export interface ListedRequest {
  readonly request: ApprovalRequest;
  /**
   * `waiting`: a live process waits. `gone`: the process that asked has ended; an answer counts when the same call is made
   * again. `answered`: it has such an answer already.
   */
  readonly state: 'waiting' | 'gone' | 'answered';
  readonly pid?: number;
}

/** The requests that are not settled, oldest first. Those that have expired are removed. */
export async function listRequests(store: ApprovalStore): Promise<ListedRequest[]> {
  const orphaned = new Set((await new ApprovalGate({ store }).restore()).map(({ id }) => id));
  const pending = await store.pending();
  return pending
    .map(({ request, holder, answer }): ListedRequest => {
      if (answer !== undefined) return { request, state: 'answered' };
      if (orphaned.has(request.id)) return { request, state: 'gone' };
      const pid = Number(holder?.process.split('/')[2]);
      return { request, state: 'waiting', ...(Number.isSafeInteger(pid) && { pid }) };
    })
    .toSorted((a, b) => a.request.createdAt - b.request.createdAt);
}
