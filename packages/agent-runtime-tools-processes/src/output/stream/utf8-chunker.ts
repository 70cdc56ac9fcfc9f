import { freeBuffer } from './free-buffer.ts';
import { incompleteBytes } from './incomplete-bytes.ts';
import type { OutputDecoder } from './output-decoder.ts';

/**
 * Cuts a stream of UTF-8 so that no chunk ends inside a character. Bytes that are not UTF-8 pass unchanged:
 *
 *     in:  61 c3 | a9 62      out: 61 | c3 a9 62
 */
export class Utf8Chunker implements OutputDecoder {
  /** The first bytes of a character whose rest is in the next chunk. */
  #incomplete: Buffer = EMPTY;
  #joined: Buffer = EMPTY;

  next(chunk: Buffer): Buffer {
    const bytes = this.#join(chunk);
    const incomplete = incompleteBytes(bytes);
    this.#incomplete = incomplete === 0 ? EMPTY : Buffer.from(bytes.subarray(bytes.length - incomplete));
    return incomplete === 0 ? bytes : bytes.subarray(0, bytes.length - incomplete);
  }

  /** The incomplete character at the end of the stream, if there is one. */
  end(): Buffer {
    const rest = this.#incomplete;
    this.#incomplete = EMPTY;
    return rest;
  }

  #join(chunk: Buffer): Buffer {
    if (this.#incomplete.length === 0) return chunk;
    freeBuffer(this.#joined);
    this.#joined = Buffer.allocUnsafeSlow(this.#incomplete.length + chunk.length);
    this.#incomplete.copy(this.#joined);
    chunk.copy(this.#joined, this.#incomplete.length);
    return this.#joined;
  }
}

const EMPTY = Buffer.alloc(0);
