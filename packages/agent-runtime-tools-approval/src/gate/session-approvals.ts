import { ownerKey, type Owner } from '@ku0/agent-runtime-tools-core';
import type { RememberedApproval } from '../stores/approval-store.ts';
import type { CallOwner } from './approval-memory.ts';

/** Session approvals by principal and task. A list is the same object until it changes. */
export class SessionApprovals {
  readonly #byOwner = new Map<string, readonly RememberedApproval[]>();

  /** The lists that apply to a call: of its task and of the tasks above it. */
  covering({ principalId, taskId, parentTasks }: CallOwner): readonly (readonly RememberedApproval[])[] {
    return [taskId, ...parentTasks].flatMap((task) => {
      const found = this.#byOwner.get(ownerKey({ principalId, taskId: task }));
      return found === undefined ? [] : [found];
    });
  }

  /** Beyond the limits, the oldest approvals of the task and the tasks without recent approvals are dropped first. */
  add(owner: Owner, approval: RememberedApproval): void {
    const key = ownerKey(owner);
    const list = [...(this.#byOwner.get(key) ?? []), approval].slice(-MAX_PER_TASK);
    this.#byOwner.delete(key);
    this.#byOwner.set(key, list);
    const [oldest] = this.#byOwner.keys();
    if (this.#byOwner.size > MAX_TASKS && oldest !== undefined) this.#byOwner.delete(oldest);
  }

  revoke(id: string): boolean {
    for (const [key, list] of this.#byOwner) {
      const left = list.filter((approval) => approval.id !== id);
      if (left.length === list.length) continue;
      if (left.length === 0) this.#byOwner.delete(key);
      else this.#byOwner.set(key, left);
      return true;
    }
    return false;
  }

  end({ taskId, principalId }: { readonly taskId: string; readonly principalId?: string }): void {
    for (const [key, [first]] of this.#byOwner) {
      const isSamePrincipal = principalId === undefined || first?.principalId === principalId;
      if (first?.taskId === taskId && isSamePrincipal) this.#byOwner.delete(key);
    }
  }

  all(): readonly RememberedApproval[] {
    return [...this.#byOwner.values()].flat();
  }
}

const MAX_PER_TASK = 1000;
const MAX_TASKS = 10_000;
