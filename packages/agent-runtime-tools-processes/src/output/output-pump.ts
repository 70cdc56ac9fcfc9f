import type { Readable } from 'node:stream';
import { releaseBytes } from './release-bytes.ts';
import type { TextSource } from './text-source.ts';

/**
 * Takes whole characters of UTF-8 and copies what it keeps, for the buffer is gone afterwards. A promise means: read
 * no more until it is settled. It must not reject.
 */
export type OutputTaker = (text: Buffer) => Promise<unknown> | undefined;

/** Moves a program's output to whoever takes it, no faster than it is taken. */
export class OutputPump {
  readonly #stream: Readable;
  readonly #source: TextSource;
  readonly #take: OutputTaker;
  #queue: Buffer[] = [];
  #bytes = 0;
  #holds = 0;
  #held: Promise<void> | undefined;
  #hasClosed = false;
  #hasEnded = false;

  constructor(stream: Readable, source: TextSource, take: OutputTaker) {
    this.#stream = stream;
    this.#source = source;
    this.#take = take;
    stream.on('data', (chunk: Buffer) => this.#next(chunk));
    stream.once('close', () => {
      this.#hasClosed = true;
      if (this.#held === undefined) this.#end();
    });
    // A broken pipe ends the output; how the program ended is told by its exit.
    stream.on('error', () => undefined);
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** How often the taker has asked to wait. */
  get holds(): number {
    return this.#holds;
  }

  /** There while the taker has not finished with what it was given. */
  get held(): Promise<void> | undefined {
    return this.#held;
  }

  /** Whatever has not been taken by now is given up. */
  stop(): void {
    this.#queue = [];
    this.#end();
    this.#stream.destroy();
  }

  #next(chunk: Buffer): void {
    if (this.#hasEnded) return;
    this.#bytes += chunk.length;
    if (this.#held === undefined) {
      this.#pass(chunk);
      return;
    }
    // When a program ends, Node lets its streams flow whether they were paused or not.
    this.#queue.push(chunk);
    this.#stream.pause();
  }

  #pass(chunk: Buffer): void {
    this.#give(this.#source.next(chunk));
    releaseBytes(chunk);
  }

  #give(text: Buffer): void {
    const taking = text.length === 0 ? undefined : this.#take(text);
    if (taking === undefined) return;
    this.#holds += 1;
    this.#stream.pause();
    this.#held = taking.then(() => this.#goOn());
  }

  #goOn(): void {
    this.#held = undefined;
    while (this.#held === undefined) {
      const chunk = this.#queue.shift();
      if (chunk === undefined) break;
      this.#pass(chunk);
    }
    if (this.#held !== undefined) return;
    if (this.#hasClosed) this.#end();
    else this.#stream.resume();
  }

  #end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#give(this.#source.end());
  }
}
