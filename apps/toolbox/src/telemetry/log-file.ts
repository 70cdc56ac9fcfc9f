import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Appends lines to a file. One that has grown too large is renamed to `FILE.1`, and a new one begins. */
export class LogFile {
  readonly #path: string;
  readonly #maxBytes: number;

  /** Throws if the file cannot be written. */
  constructor(path: string, { maxBytes }: { readonly maxBytes: number }) {
    this.#path = path;
    this.#maxBytes = maxBytes;
    mkdirSync(dirname(path), { recursive: true });
    appendFileSync(path, '', { mode: 0o600 });
  }

  /** Never throws: a full disk must not fail the call that the line is about. */
  write(line: string): void {
    try {
      // Asked each time, because several processes may write to the file.
      if ((statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0) + line.length > this.#maxBytes)
        renameSync(this.#path, `${this.#path}.1`);
      appendFileSync(this.#path, line, { mode: 0o600 });
    } catch {
      // The line is lost.
    }
  }
}
