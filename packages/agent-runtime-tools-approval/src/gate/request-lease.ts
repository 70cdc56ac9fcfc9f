import { randomUUID } from 'node:crypto';
import { isProcessAlive, ownIdentity } from '@ku0/agent-runtime-tools-workspace';
import type { Clock } from '@ku0/agent-runtime-tools-core';
import type { ApprovalStore, PendingApproval, PendingHolder } from '../stores/approval-store.ts';
import { CLOCK_SLACK_MS } from './approval-memory.ts';

/** Says in the store that the requests of this gate wait in a process that lives, for as long as any do. */
export class RequestLease {
  readonly #id = randomUUID();
  readonly #clock: Clock;
  readonly #store: ApprovalStore;
  readonly #isNeeded: () => boolean;
  #stop: (() => void) | undefined;

  constructor(store: ApprovalStore, { clock, isNeeded }: { readonly clock: Clock; readonly isNeeded: () => boolean }) {
    this.#store = store;
    this.#clock = clock;
    this.#isNeeded = isNeeded;
  }

  /** For a request that begins to wait. The lease is renewed from now on. */
  holder(): PendingHolder {
    this.#schedule();
    return { id: this.#id, process: ownIdentity, until: this.#until() };
  }

  end(): void {
    this.#stop?.();
    this.#stop = undefined;
  }

  #until(): number {
    return this.#clock.now() + LEASE_MS;
  }

  #schedule(): void {
    this.#stop ??= this.#clock.schedule(() => {
      this.#stop = undefined;
      if (this.#isNeeded()) void this.#renew();
    }, LEASE_MS / 4);
  }

  async #renew(): Promise<void> {
    this.#schedule();
    try {
      await this.#store.renewPending(this.#id, this.#until());
    } catch {
      // The next time, or the lease ends: the request can still be answered here.
    }
  }
}

/** Whether some process still waits for the answer to a request. */
export function isHeld({ holder }: PendingApproval, now: number): boolean {
  if (holder === undefined || holder.until <= now) return false;
  // A clock that was set back extends no lease.
  return holder.until <= now + LEASE_MS + CLOCK_SLACK_MS && isProcessAlive(holder.process, () => true);
}

const LEASE_MS = 60_000;
