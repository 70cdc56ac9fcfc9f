import type { TraceState } from '@opentelemetry/api';

/** The `tracestate` of a trace: `vendor=value` pairs, the latest first. */
export class VendorState implements TraceState {
  readonly #pairs: readonly (readonly [string, string])[];

  constructor(pairs: readonly (readonly [string, string])[]) {
    this.#pairs = pairs;
  }

  static parse(text: string): VendorState {
    const pairs = text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const];
    });
    return new VendorState(pairs);
  }

  get(key: string): string | undefined {
    return this.#pairs.find(([name]) => name === key)?.[1];
  }

  set(key: string, value: string): VendorState {
    return new VendorState([[key, value], ...this.#without(key)]);
  }

  unset(key: string): VendorState {
    return new VendorState(this.#without(key));
  }

  serialize(): string {
    return this.#pairs.map(([name, value]) => `${name}=${value}`).join(',');
  }

  #without(key: string): (readonly [string, string])[] {
    return this.#pairs.filter(([name]) => name !== key);
  }
}
