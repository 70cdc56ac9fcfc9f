import { ApprovalGate, type ApprovalRequest, type ApprovalStore } from '@ku0/agent-runtime-tools-approval';
import { ownIdentity } from '@ku0/agent-runtime-tools-workspace';

/** A request in the store, and who waits for its answer. */
export interface ListedRequest {
  readonly request: ApprovalRequest;
  /**
   * `waiting`: a live process waits. `gone`: the process that asked has ended; an answer counts when the same call is made
   * again. `answered`: it has an answer, which its process has not taken yet.
   */
  readonly state: 'waiting' | 'gone' | 'answered';
  readonly pid?: number;
  /** The process runs on another machine. */
  readonly isElsewhere?: true;
  /** The process, as `ownIdentity` of the workspace package. */
  readonly process?: string;
}

/** The requests that are not settled, oldest first. Those that have expired are removed. */
export async function listRequests(store: ApprovalStore): Promise<ListedRequest[]> {
  const orphaned = new Set((await new ApprovalGate({ store }).restore()).map(({ id }) => id));
  const pending = await store.pending();
  return pending
    .map(({ request, holder, answer }): ListedRequest => {
      if (answer !== undefined) return { request, state: 'answered' };
      if (orphaned.has(request.id)) return { request, state: 'gone' };
      if (holder === undefined) return { request, state: 'waiting' };
      const [machine, , pid] = holder.process.split('/');
      return {
        request,
        state: 'waiting',
        process: holder.process,
        ...(Number.isSafeInteger(Number(pid)) && { pid: Number(pid) }),
        ...(machine !== ownIdentity.split('/')[0] && { isElsewhere: true }),
      };
    })
    .toSorted((a, b) => a.request.createdAt - b.request.createdAt);
}
