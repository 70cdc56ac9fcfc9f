import {
  isExpired,
  type ApprovalStore,
  type HeldRequests,
  type PendingApproval,
  type PendingTaker,
  type RememberedApproval,
  type SettledRequest,
} from './approval-store.ts';
import { recentlySettled, settlementOf } from './settled-requests.ts';
import { STORE_LIMITS } from './store-limits.ts';

/** Keeps everything in memory, for as long as the process lives. */
export class MemoryApprovalStore implements ApprovalStore {
  readonly #approvals = new Map<string, RememberedApproval>();
  #list: readonly RememberedApproval[] | undefined;
  readonly #pending = new Map<string, PendingApproval>();
  #settled: readonly SettledRequest[] = [];
  readonly #listeners = new Map<() => void, string>();

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
    const { id } = pending.request;
    if (this.#pending.get(id)?.answer === undefined) this.#pending.set(id, pending);
  }

  async takePending(id: string, taker?: PendingTaker): Promise<PendingApproval | undefined> {
    const found = this.#pending.get(id);
    this.#pending.delete(id);
    const settled = found && settlementOf(found, taker);
    if (settled !== undefined) this.#settled = recentlySettled([...this.#settled, settled], settled.source.at);
    return found;
  }

  async changePending(id: string, change: (pending: PendingApproval) => PendingApproval | undefined): Promise<boolean> {
    const found = this.#pending.get(id);
    const changed = found && change(found);
    if (changed === undefined) return false;
    this.#pending.set(id, changed);
    if (changed.answer !== undefined)
      for (const [listener, holderId] of this.#listeners) if (holderId === changed.holder?.id) listener();
    return true;
  }

  async renewPending(holderId: string, until: number): Promise<void> {
    for (const [id, pending] of this.#pending) {
      const { holder } = pending;
      if (holder?.id === holderId) this.#pending.set(id, { ...pending, holder: { ...holder, until } });
    }
  }

  async held(holderId: string): Promise<HeldRequests> {
    const held = [...this.#pending.values()].filter(({ holder }) => holder?.id === holderId);
    return { ids: held.map(({ request }) => request.id), answered: held.filter(({ answer }) => answer !== undefined) };
  }

  async watch(holderId: string, listener: () => void): Promise<() => Promise<void>> {
    const own = (): void => listener();
    this.#listeners.set(own, holderId);
    return async () => void this.#listeners.delete(own);
  }

  async settled(id: string): Promise<SettledRequest | undefined> {
    return this.#settled.findLast(({ requestId }) => requestId === id);
  }

  async purge(now: number): Promise<number> {
    const approvals = [...this.#approvals.values()].filter((approval) => isExpired(approval, now));
    const pending = [...this.#pending.values()].filter(({ request }) => isExpired(request, now));
    for (const { id } of approvals) this.#approvals.delete(id);
    for (const { request } of pending) this.#pending.delete(request.id);
    if (approvals.length > 0) this.#list = undefined;
    this.#settled = recentlySettled(this.#settled, now);
    return approvals.length + pending.length;
  }
}
