/** Remembers the host of the page for calls that have been judged but not yet carried out. */
export class JudgedHosts {
  readonly #hosts = new Map<string, string | undefined>();

  set(callKey: string, host: string | undefined): void {
    this.#hosts.delete(callKey);
    this.#hosts.set(callKey, host);
    // Calls that were denied never come back for their entry.
    const [oldest] = this.#hosts.keys();
    if (this.#hosts.size > MAX_CALLS && oldest !== undefined) this.#hosts.delete(oldest);
  }

  /** Undefined if the call is not known. A page without a host has an entry without one. */
  take(callKey: string): { readonly host: string | undefined } | undefined {
    if (!this.#hosts.has(callKey)) return undefined;
    const host = this.#hosts.get(callKey);
    this.#hosts.delete(callKey);
    return { host };
  }
}

const MAX_CALLS = 256;
