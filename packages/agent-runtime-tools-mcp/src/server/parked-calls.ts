import { randomUUID } from 'node:crypto';
import type { CallOwner, OpenCall } from './open-call.ts';

interface ParkedCall {
  readonly call: OpenCall;
  readonly timer: NodeJS.Timeout;
}

/** Calls that wait for a client's answer. A call that waits too long is cancelled. */
export class ParkedCalls {
  readonly #calls = new Map<string, ParkedCall>();
  readonly #timeoutMs: number;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Returns the id to take the call out with; undefined if too many calls, in all or of its principal, are waiting already. */
  park(call: OpenCall): string | undefined {
    if (this.#calls.size >= MAX_PARKED || this.#countOf(call.principalId) >= MAX_PARKED_PER_PRINCIPAL) return undefined;
    // Each round has its own id, so that an old answer cannot be sent twice.
    const id = randomUUID();
    const timer = setTimeout(() => this.cancel(id, 'Nobody has answered the question in time.'), this.#timeoutMs);
    timer.unref();
    this.#calls.set(id, { call, timer });
    return id;
  }

  /** Takes the call out, if it is for this tool and belongs to this principal. */
  take(id: string, { toolName, principalId }: CallOwner): OpenCall | undefined {
    const call = this.#calls.get(id)?.call;
    return call?.toolName === toolName && call.principalId === principalId ? this.#remove(id) : undefined;
  }

  /** Cancels a call, if it is still waiting. */
  cancel(id: string, reason: string): void {
    this.#remove(id)?.cancel(reason);
  }

  close(): void {
    for (const id of this.#calls.keys()) this.cancel(id, 'The server is closing.');
  }

  /** Clients without a principal may fill all places. */
  #countOf(principalId: string | undefined): number {
    if (principalId === undefined) return 0;
    return [...this.#calls.values()].filter(({ call }) => call.principalId === principalId).length;
  }

  #remove(id: string): OpenCall | undefined {
    const parked = this.#calls.get(id);
    clearTimeout(parked?.timer);
    this.#calls.delete(id);
    return parked?.call;
  }
}

const MAX_PARKED = 1000;
const MAX_PARKED_PER_PRINCIPAL = 100;
