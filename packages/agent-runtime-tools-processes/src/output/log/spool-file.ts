import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import { freeBuffer } from '../stream/free-buffer.ts';

/** A temporary file that is unlinked as soon as it is open, so a crash of this process cannot leave it behind. */
export class SpoolFile {
  readonly #opened: Promise<FileHandle | undefined>;
  readonly #onFailure: (message: string) => void;
  #queue: Promise<void>;
  #queuedBytes = 0;
  #written = 0;
  #failed = false;
  #isClosed = false;

  constructor(folder: string, onFailure: (message: string) => void) {
    this.#onFailure = onFailure;
    this.#opened = openUnlinked(folder).catch((error: unknown) => this.#fail(error));
    this.#queue = this.#opened.then(() => undefined);
  }

  get written(): number {
    return this.#written;
  }

  /** Writes a copy of the chunk. A returned promise means that the disk is behind: wait for it. Never rejects. */
  write(chunk: Buffer): Promise<void> | undefined {
    const copy = Buffer.allocUnsafeSlow(chunk.length);
    chunk.copy(copy);
    this.#queuedBytes += copy.length;
    this.#queue = this.#queue.then(() => this.#append(copy));
    return this.#queuedBytes > MAX_QUEUED_BYTES ? this.#queue : undefined;
  }

  flushed(): Promise<void> {
    return this.#queue;
  }

  /** Undefined if the file has been closed, also while it was being read. */
  async read(offset: number, length: number): Promise<Buffer | undefined> {
    const file = await this.#opened;
    if (file === undefined) return Buffer.alloc(0);
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      try {
        const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      } catch (error) {
        if (this.#isClosed) return undefined;
        throw error;
      }
    }
    return bytes.subarray(0, filled);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue;
    const file = await this.#opened;
    await file?.close().catch(() => undefined);
  }

  async #append(chunk: Buffer): Promise<void> {
    this.#queuedBytes -= chunk.length;
    const file = await this.#opened;
    if (file === undefined || this.#failed) return;
    try {
      await file.write(chunk, 0, chunk.length, this.#written);
      this.#written += chunk.length;
    } catch (error) {
      this.#fail(error);
    }
    freeBuffer(chunk);
  }

  #fail(error: unknown): undefined {
    this.#failed = true;
    this.#onFailure(errorMessage(error));
    return undefined;
  }
}

const MAX_QUEUED_BYTES = 1024 * 1024;

async function openUnlinked(folder: string): Promise<FileHandle> {
  const path = join(folder, `toolbox-output-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  // Windows cannot unlink an open file. There it stays until the system cleans its temporary folder.
  await unlink(path).catch(() => undefined);
  return file;
}
