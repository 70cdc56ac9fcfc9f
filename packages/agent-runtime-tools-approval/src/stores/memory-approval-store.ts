import type { ApprovalStore, PendingApproval, RememberedApproval } from './approval-store.ts';

/** Forgets everything with the process. */
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
}
