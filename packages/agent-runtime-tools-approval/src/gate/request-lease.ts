import { randomUUID } from 'node:crypto';
import { isProcessAlive, ownIdentity } from '@ku0/agent-runtime-tools-workspace';
import type { Clock } from '@ku0/agent-runtime-tools-core';
import type { ApprovalStore, PendingApproval, PendingHolder } from '../stores/approval-store.ts';
import { CLOCK_SLACK_MS } from './approval-memory.ts';

export interface RequestLeaseOptions {
  readonly clock: Clock;
  readonly isNeeded: () => boolean;
  /** Whether the gate takes answers out of the store. */
  readonly takesAnswers: boolean;
}

/** The lease on a gate's stored requests. It is renewed as long as any of them waits in this process. */
export class RequestLease {
  /** Identifies the gate in its store. */
  readonly id = randomUUID();
  readonly #clock: Clock;
  readonly #store: ApprovalStore;
  readonly #isNeeded: () => boolean;
  readonly #takesAnswers: boolean;
  #stop: (() => void) | undefined;

  constructor(store: ApprovalStore, { clock, isNeeded, takesAnswers }: RequestLeaseOptions) {
    this.#takesAnswers = takesAnswers;
    this.#store = store;
    this.#clock = clock;
    this.#isNeeded = isNeeded;
  }

  /** The holder to store with a new request. Starts renewing the lease. */
  holder(): PendingHolder {
    this.#schedule();
    return {
      id: this.id,
      process: ownIdentity,
      until: this.#until(),
      ...(this.#takesAnswers && { takesAnswers: true }),
    };
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
      await this.#store.renewPending(this.id, this.#until());
    } catch {
      // Renewed next time. If the lease ends before, the request can still be answered in this process.
    }
  }
}

/** Whether a live process still waits for the answer to a request. */
export function isHeld({ holder }: PendingApproval, now: number): boolean {
  if (holder === undefined || holder.until <= now) return false;
  // After the clock was set back, a lease may seem to last far too long.
  return holder.until <= now + LEASE_MS + CLOCK_SLACK_MS && isProcessAlive(holder.process, () => true);
}

const LEASE_MS = 60_000;
