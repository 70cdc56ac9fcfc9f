import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** False: the rest is not needed. A number: it is, but not before so many milliseconds have passed, if that can be had. */
export type OnOutput = (chunk: Buffer) => boolean | number;

/** A pipe whose reader sleeps between sips, and that holds its writer back when it is full. */
export interface PacedPipe {
  /** What the program gets as its output. Ours is given up with `handOver` once the program has its own. */
  readonly writer: Socket;
  handOver(): void;
  /** Calls with bytes that are gone afterwards, until the writer has closed its end. */
  read(onChunk: OnOutput): Promise<void>;
  /** Nothing more will be written: what is left is read without a pause. */
  hurry(): void;
  destroy(): void;
}

/**
 * Node reads the pipe of a child process after every write, and ripgrep writes once for each file that has a match: with
 * thousands of them, being woken takes a fifth of the processors away from ripgrep. Here the reader comes back every few
 * milliseconds, sooner the more there was. Undefined where no socket can be made, as in a temporary folder that is full
 * or not ours to write.
 */
export async function openPacedPipe(): Promise<PacedPipe | undefined> {
  // There a socket has a name that every user of the machine may connect to, and not a place in a private folder.
  if (process.platform === 'win32') return undefined;
  try {
    const folder = await mkdtemp(join(tmpdir(), 'toolbox-search-'));
    try {
      return await connectedPair(join(folder, 'out'));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  } catch {
    return undefined;
  }
}

async function connectedPair(path: string): Promise<PacedPipe> {
  const { connect, createServer } = await import('node:net');
  const server = createServer({ pauseOnConnect: true });
  const pace = new Pace();
  let reader: Socket | undefined;
  try {
    const writer = await new Promise<Socket>((resolve, reject) => {
      server.once('connection', resolve).once('error', reject);
      server.listen(path, () => {
        reader = connect({ path, onread: { buffer: Buffer.allocUnsafeSlow(BUFFER_BYTES), callback: pace.onRead } });
        reader.once('error', reject);
      });
    });
    if (reader === undefined) throw new Error('The socket has no reader.');
    return pace.pipe(reader, writer);
  } catch (error) {
    reader?.destroy();
    throw error;
  } finally {
    server.close();
  }
}

const BUFFER_BYTES = 64 * 1024;

class Pace {
  #onChunk: OnOutput | undefined;
  #reader: Socket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #intervalMs = MIN_INTERVAL_MS;
  #isHurrying = false;

  pipe(reader: Socket, writer: Socket): PacedPipe {
    this.#reader = reader;
    // A socket that breaks because the program was ended says nothing new.
    for (const socket of [reader, writer]) socket.on('error', () => undefined);
    return {
      writer,
      handOver: () => writer.destroy(),
      read: (onChunk) => {
        this.#onChunk = onChunk;
        return new Promise((resolve) => {
          if (reader.closed) resolve();
          else reader.once('close', () => resolve());
          reader.resume();
        });
      },
      hurry: () => {
        this.#isHurrying = true;
        this.#resume();
      },
      destroy: () => {
        clearTimeout(this.#timer);
        reader.destroy();
        writer.destroy();
      },
    };
  }

  readonly onRead = (bytes: number, buffer: Uint8Array): boolean => {
    const answer = this.#onChunk?.(Buffer.from(buffer.buffer, buffer.byteOffset, bytes));
    if (answer === false) {
      this.#reader?.destroy();
      return false;
    }
    if (this.#isHurrying || (bytes >= FLOWING_BYTES && typeof answer !== 'number')) return true;
    if (bytes > MUCH_BYTES) this.#intervalMs = Math.max(MIN_INTERVAL_MS, this.#intervalMs / 2);
    else if (bytes < LITTLE_BYTES) this.#intervalMs = Math.min(MAX_INTERVAL_MS, this.#intervalMs * 2);
    const restMs = typeof answer === 'number' ? answer : this.#intervalMs;
    this.#timer = setTimeout(() => this.#resume(), restMs);
    return false;
  };

  #resume(): void {
    clearTimeout(this.#timer);
    this.#reader?.resume();
  }
}

const MIN_INTERVAL_MS = 1;
const MAX_INTERVAL_MS = 16;
/** Linux lets some two hundred small writes wait in a socket: reading comes back well before there are so many. */
const LITTLE_BYTES = 1_500;
const MUCH_BYTES = 3_000;
/** More than that at once comes from a writer that is as fast as its reader. */
const FLOWING_BYTES = 16 * 1024;
