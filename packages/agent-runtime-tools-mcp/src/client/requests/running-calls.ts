import { AsyncLocalStorage } from 'node:async_hooks';
import { ownerKey, ownerOf, type ToolContext } from '@ku0/agent-runtime-tools-core';

/** The part of a call's context that a server's requests and messages need. */
export type RunningCall = Pick<ToolContext, 'taskId' | 'callbacks' | 'publish' | 'tool'> &
  Partial<Pick<ToolContext, 'principal'>>;

/** The calls that run on one connection, to find the one that a request of the server belongs to. */
export class RunningCalls {
  readonly #calls = new Set<RunningCall>();
  readonly #current = new AsyncLocalStorage<RunningCall>();

  async run<T>(call: RunningCall, work: () => Promise<T>): Promise<T> {
    this.#calls.add(call);
    try {
      return await this.#current.run(call, work);
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Runs something that outlives the call that caused it, such as the start of a server. */
  outsideOfCalls<T>(work: () => T): T {
    return this.#current.exit(work);
  }

  get count(): number {
    return this.#calls.size;
  }

  /**
   * The call that the server is speaking about. Over one shared channel the protocol does not say which one that is, so there is
   * an answer only if all running calls belong to the same task of the same person.
   */
  find(): RunningCall | undefined {
    const current = this.#current.getStore();
    if (current !== undefined && this.#calls.has(current)) return current;
    const owners = new Set([...this.#calls].map((call) => ownerKey(ownerOf(call))));
    return owners.size === 1 ? [...this.#calls].at(-1) : undefined;
  }
}
