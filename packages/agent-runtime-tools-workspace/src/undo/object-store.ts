import { join } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { inParallel } from '../fs/in-parallel.ts';
import { isMissing, systemCode } from '../fs/system-failure.ts';
import { hashOf } from '../read/file-version.ts';
import { stateFailure } from '../state/state-failure.ts';
import { readStateFile, removeQuietly, writeStateFile } from '../state/state-files.ts';

/** Old file contents by hash. Content that several changes share is stored once. */
export class ObjectStore {
  readonly #fs: FileSystem;
  readonly #folder: string;
  /** Running writes by hash: files with the same content are often removed together. */
  readonly #putting = new Map<string, Promise<void>>();

  constructor(fs: FileSystem, folder: string) {
    this.#fs = fs;
    this.#folder = folder;
  }

  /** Stores content under its hash. A file that a crash left incomplete has another size and is written again. */
  async put(bytes: Uint8Array, hash = hashOf(bytes)): Promise<string> {
    const putting = this.#putting.get(hash) ?? this.#put(bytes, hash).finally(() => this.#putting.delete(hash));
    this.#putting.set(hash, putting);
    await putting;
    return hash;
  }

  async #put(bytes: Uint8Array, hash: string): Promise<void> {
    const path = join(this.#folder, hash);
    try {
      const known = await this.#sizeOf(path);
      if (known === bytes.byteLength) return;
      if (known !== undefined) await this.#fs.unlink(path);
      await writeStateFile(this.#fs, path, bytes, { durable: false });
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw stateFailure(error);
    }
  }

  /** Undefined if the content is missing or damaged. */
  async get(hash: string): Promise<Buffer | undefined> {
    const bytes = await readStateFile(this.#fs, join(this.#folder, hash));
    return bytes !== undefined && hashOf(bytes) === hash ? bytes : undefined;
  }

  /** Every object with its size. */
  async sizes(): Promise<Map<string, { size: number; modifiedMs: number }>> {
    const sizes = new Map<string, { size: number; modifiedMs: number }>();
    await inParallel(await this.#fs.readdir(this.#folder), async ({ name }) => {
      const stat = await this.#fs.lstat(join(this.#folder, name)).catch(() => undefined);
      if (stat !== undefined) sizes.set(name, { size: stat.size, modifiedMs: Number(stat.modifiedNs / 1_000_000n) });
    });
    return sizes;
  }

  async remove(hash: string): Promise<void> {
    await removeQuietly(this.#fs, join(this.#folder, hash));
  }

  async #sizeOf(path: string): Promise<number | undefined> {
    try {
      return (await this.#fs.lstat(path)).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }
}
