import type { OpenCall } from './open-call.ts';

/** Calls that wait for a client's answer. A call that waits too long is cancelled. */
export class ParkedCalls {
  readonly #calls = new Map<string, { readonly call: OpenCall; readonly timer: NodeJS.Timeout }>();
  readonly #timeoutMs: number;

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Returns false if too many calls are waiting already. */
  park(call: OpenCall): boolean {
    if (this.#calls.size >= MAX_PARKED) return false;
    const timer = setTimeout(() => {
      this.#calls.delete(call.id);
      call.cancel('Nobody has answered the question in time.');
    }, this.#timeoutMs);
    timer.unref();
    this.#calls.set(call.id, { call, timer });
    return true;
  }

  /** Takes the call out, if it belongs to this principal. */
  take(id: string, { toolName, principalId }: Pick<OpenCall, 'toolName' | 'principalId'>): OpenCall | undefined {
    const parked = this.#calls.get(id);
    if (parked === undefined) return undefined;
    if (parked.call.toolName !== toolName || parked.call.principalId !== principalId) return undefined;
    clearTimeout(parked.timer);
    this.#calls.delete(id);
    return parked.call;
  }

  /** Cancels a call, if it is still waiting. */
  cancel(call: OpenCall): void {
    if (this.take(call.id, call) !== undefined) call.cancel('The request was cancelled.');
  }

  close(): void {
    for (const { call, timer } of this.#calls.values()) {
      clearTimeout(timer);
      call.cancel('The server is closing.');
    }
    this.#calls.clear();
  }
}

const MAX_PARKED = 1000;
