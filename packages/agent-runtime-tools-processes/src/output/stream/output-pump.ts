import type { Readable } from 'node:stream';
import { freeBuffer } from './free-buffer.ts';
import type { OutputDecoder } from './output-decoder.ts';

/**
 * Receives whole characters of UTF-8. It must copy what it keeps, because the buffer is freed afterwards. If it returns a
 * promise, reading pauses until the promise settles. The promise must not reject.
 */
export type OutputConsumer = (text: Buffer) => Promise<unknown> | undefined;

/** Moves a program's output to a consumer, no faster than the consumer accepts it. */
export class OutputPump {
  readonly #stream: Readable;
  readonly #decoder: OutputDecoder;
  readonly #consume: OutputConsumer;
  #queue: Buffer[] = [];
  #bytes = 0;
  #pauses = 0;
  #consuming: Promise<void> | undefined;
  #hasClosed = false;
  #hasEnded = false;

  constructor(stream: Readable, decoder: OutputDecoder, consume: OutputConsumer) {
    this.#stream = stream;
    this.#decoder = decoder;
    this.#consume = consume;
    stream.on('data', (chunk: Buffer) => this.#receive(chunk));
    stream.once('close', () => {
      this.#hasClosed = true;
      if (this.#consuming === undefined) this.#end();
    });
    // A broken pipe ends the output; the exit status says how the program ended.
    stream.on('error', () => undefined);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** How often the consumer has paused the output. */
  get pauses(): number {
    return this.#pauses;
  }

  /** Defined while the consumer is busy with the last chunk. */
  get consuming(): Promise<void> | undefined {
    return this.#consuming;
  }

  /** Drops everything that has not been consumed yet. */
  stop(): void {
    this.#queue = [];
    this.#end();
    this.#stream.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#hasEnded) return;
    this.#bytes += chunk.length;
    if (this.#consuming === undefined) {
      this.#decode(chunk);
      return;
    }
    // When a program exits, Node resumes its streams even if they were paused.
    this.#queue.push(chunk);
    this.#stream.pause();
  }

  #decode(chunk: Buffer): void {
    this.#deliver(this.#decoder.next(chunk));
    freeBuffer(chunk);
  }

  #deliver(text: Buffer): void {
    const consuming = text.length === 0 ? undefined : this.#consume(text);
    if (consuming === undefined) return;
    this.#pauses += 1;
    this.#stream.pause();
    this.#consuming = consuming.then(() => this.#continue());
  }

  #continue(): void {
    this.#consuming = undefined;
    while (this.#consuming === undefined) {
      const chunk = this.#queue.shift();
      if (chunk === undefined) break;
      this.#decode(chunk);
    }
    if (this.#consuming !== undefined) return;
    if (this.#hasClosed) this.#end();
    else this.#stream.resume();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#deliver(this.#decoder.end());
  }
}
