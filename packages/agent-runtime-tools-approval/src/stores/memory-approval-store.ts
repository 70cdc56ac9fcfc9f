import { isExpired, type ApprovalStore, type PendingApproval, type RememberedApproval } from './approval-store.ts';
import { STORE_LIMITS } from './store-limits.ts';

/** Keeps everything in memory, for as long as the process lives. */
export class MemoryApprovalStore implements ApprovalStore {
  readonly #approvals = new Map<string, RememberedApproval>();
  #list: readonly RememberedApproval[] | undefined;
  readonly #pending = new Map<string, PendingApproval>();

  async list(): Promise<readonly RememberedApproval[]> {
    this.#list ??= [...this.#approvals.values()];
    return this.#list;
  }

  async add(approval: RememberedApproval): Promise<void> {
    this.#approvals.set(approval.id, approval);
    this.#list = undefined;
    const own = [...this.#approvals.values()].filter(({ principalId }) => principalId === approval.principalId);
    for (const { id } of own.slice(0, -STORE_LIMITS.approvalsPerPrincipal)) this.#approvals.delete(id);
  }

  async revoke(id: string): Promise<boolean> {
    this.#list = undefined;
    return this.#approvals.delete(id);
  }

  async pending(): Promise<readonly PendingApproval[]> {
    return [...this.#pending.values()];
  }

  async putPending(pending: PendingApproval): Promise<void> {
    this.#pending.set(pending.request.id, pending);
  }

  async takePending(id: string): Promise<PendingApproval | undefined> {
    const found = this.#pending.get(id);
    this.#pending.delete(id);
    return found;
  }

  async changePending(id: string, change: (pending: PendingApproval) => PendingApproval | undefined): Promise<boolean> {
    const found = this.#pending.get(id);
    const changed = found && change(found);
    if (changed === undefined) return false;
    this.#pending.set(id, changed);
    return true;
  }

  async renewPending(holderId: string, until: number): Promise<void> {
    for (const [id, pending] of this.#pending) {
      const { holder } = pending;
      if (holder?.id === holderId) this.#pending.set(id, { ...pending, holder: { ...holder, until } });
    }
  }

  async purge(now: number): Promise<number> {
    const approvals = [...this.#approvals.values()].filter((approval) => isExpired(approval, now));
    const pending = [...this.#pending.values()].filter(({ request }) => isExpired(request, now));
    for (const { id } of approvals) this.#approvals.delete(id);
    for (const { request } of pending) this.#pending.delete(request.id);
    if (approvals.length > 0) this.#list = undefined;
    return approvals.length + pending.length;
  }
}
