import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns false to stop reading, or the number of milliseconds to pause before the next read. */
export type OnOutput = (chunk: Buffer) => boolean | number;

/** A pipe that is read every few milliseconds. A writer that fills it has to wait. */
export interface ThrottledPipe {
  /** The output of the program. Closed here with `closeWriter` once the program has inherited it. */
  readonly writer: Socket;
  closeWriter(): void;
  /** Reads until the writer closes its end. The bytes are only valid during the call of `onChunk`. */
  read(onChunk: OnOutput): Promise<void>;
  /** Reads the rest without pauses, since nothing more will be written. */
  drain(): void;
  destroy(): void;
}

/**
 * Node reads the pipe of a child process after every write, and ripgrep writes once per file with a match. With thousands
 * of files, these wake-ups take a fifth of the processor time away from ripgrep. This pipe is read every few milliseconds
 * instead, more often the more data arrives. Undefined if no socket can be created, such as in a full temporary folder.
 */
export async function openThrottledPipe(): Promise<ThrottledPipe | undefined> {
  // On Windows every user can connect to a named pipe; it does not lie in a private folder.
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

async function connectedPair(path: string): Promise<ThrottledPipe> {
  const { connect, createServer } = await import('node:net');
  const server = createServer({ pauseOnConnect: true });
  const pace = new Throttle();
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

class Throttle {
  #onChunk: OnOutput | undefined;
  #reader: Socket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #intervalMs = MIN_INTERVAL_MS;
  #isDraining = false;

  pipe(reader: Socket, writer: Socket): ThrottledPipe {
    this.#reader = reader;
    // A socket may break when the program is ended.
    for (const socket of [reader, writer]) socket.on('error', () => undefined);
    return {
      writer,
      closeWriter: () => writer.destroy(),
      read: (onChunk) => {
        this.#onChunk = onChunk;
        return new Promise((resolve) => {
          if (reader.closed) resolve();
          else reader.once('close', () => resolve());
          reader.resume();
        });
      },
      drain: () => {
        this.#isDraining = true;
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
    if (this.#isDraining || (bytes >= FULL_SPEED_BYTES && typeof answer !== 'number')) return true;
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
/** A socket on Linux buffers about two hundred small writes; these thresholds keep well below that. */
const LITTLE_BYTES = 1_500;
const MUCH_BYTES = 3_000;
/** A chunk of this size means that the writer is as fast as the reader, so reading does not pause. */
const FULL_SPEED_BYTES = 16 * 1024;
