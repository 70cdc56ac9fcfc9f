import { releaseBytes } from './release-bytes.ts';
import type { TextSource } from './text-source.ts';
import { unfinishedBytes } from './unfinished-bytes.ts';

/**
 * Cuts a stream of UTF-8 so that no chunk ends inside a character: the first bytes of an unfinished one wait for
 * the next chunk. Bytes that are not UTF-8 pass unchanged.
 */
export class WholeCharacters implements TextSource {
  #waiting: Buffer = NOTHING;
  #joined: Buffer = NOTHING;

  next(chunk: Buffer): Buffer {
    const whole = this.#join(chunk);
    const unfinished = unfinishedBytes(whole);
    this.#waiting = unfinished === 0 ? NOTHING : Buffer.from(whole.subarray(whole.length - unfinished));
    return unfinished === 0 ? whole : whole.subarray(0, whole.length - unfinished);
  }

  /** What still waits when the stream has ended: a character that will never be finished. */
  end(): Buffer {
    const rest = this.#waiting;
    this.#waiting = NOTHING;
    return rest;
  }

  #join(chunk: Buffer): Buffer {
    if (this.#waiting.length === 0) return chunk;
    releaseBytes(this.#joined);
    this.#joined = Buffer.allocUnsafeSlow(this.#waiting.length + chunk.length);
    this.#waiting.copy(this.#joined);
    chunk.copy(this.#joined, this.#waiting.length);
    return this.#joined;
  }
}

const NOTHING = Buffer.alloc(0);
