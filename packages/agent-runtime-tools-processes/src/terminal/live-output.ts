import type { OutputStream } from '../run-options.ts';
import { EscapeFilter } from './escape-filter.ts';

/**
 * Passes output on while a command runs, no faster than listeners can follow: what comes too fast is left out with a
 * note. The result has its own account of it.
 */
export class LiveOutput {
  readonly #emit: (text: string) => void;
  readonly #now: () => number;
  #filters = newFilters();
  #room = BURST;
  #at: number;
  #leftOut = 0;

  constructor(emit: (text: string) => void, now: () => number = () => performance.now()) {
    this.#emit = emit;
    this.#now = now;
    this.#at = now();
  }

  push(stream: OutputStream, text: string): void {
    const now = this.#now();
    this.#room = Math.min(BURST, this.#room + (now - this.#at) * PER_MS);
    this.#at = now;
    if (text.length > this.#room) {
      this.#leftOut += text.length;
      this.#filters = newFilters();
      return;
    }
    this.#room -= text.length;
    const plain = this.#filters[stream].push(text);
    this.end();
    if (plain !== '') this.#emit(plain);
  }

  /** Says what was left out since the last piece. */
  end(): void {
    if (this.#leftOut > 0) this.#emit(`\n[... ${this.#leftOut} characters not shown live ...]\n`);
    this.#leftOut = 0;
  }
}

const BURST = 256 * 1024;
const PER_MS = 64;

function newFilters(): Readonly<Record<OutputStream, EscapeFilter>> {
  return { stdout: new EscapeFilter(), stderr: new EscapeFilter() };
}
