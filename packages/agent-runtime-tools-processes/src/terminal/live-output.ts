import type { OutputStream } from '../run-options.ts';
import { EscapeFilter } from './escape-filter.ts';

/**
 * Emits cleaned output while a command runs, at a limited rate (a token bucket). Output beyond the rate is replaced by a
 * note; the result of the command is not affected.
 */
export class LiveOutput {
  readonly #emit: (text: string) => void;
  readonly #now: () => number;
  #filters = newFilters();
  #tokens = BURST_CHARS;
  #refilledAt: number;
  #skippedChars = 0;

  constructor(emit: (text: string) => void, now: () => number = () => performance.now()) {
    this.#emit = emit;
    this.#now = now;
    this.#refilledAt = now();
  }

  push(stream: OutputStream, text: string): void {
    const now = this.#now();
    this.#tokens = Math.min(BURST_CHARS, this.#tokens + (now - this.#refilledAt) * CHARS_PER_MS);
    this.#refilledAt = now;
    if (text.length > this.#tokens) {
      this.#skippedChars += text.length;
      this.#filters = newFilters();
      return;
    }
    this.#tokens -= text.length;
    const plain = this.#filters[stream].push(text);
    this.end();
    if (plain !== '') this.#emit(plain);
  }

  /** Emits a note about the output that was skipped since the last chunk. */
  end(): void {
    if (this.#skippedChars > 0) this.#emit(`\n[... ${this.#skippedChars} characters not shown live ...]\n`);
    this.#skippedChars = 0;
  }
}

const BURST_CHARS = 256 * 1024;
const CHARS_PER_MS = 64;

function newFilters(): Readonly<Record<OutputStream, EscapeFilter>> {
  return { stdout: new EscapeFilter(), stderr: new EscapeFilter() };
}
