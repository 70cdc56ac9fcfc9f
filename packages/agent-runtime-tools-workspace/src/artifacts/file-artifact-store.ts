import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { join } from 'node:path';
import type { ArtifactInfo, ArtifactPage, ArtifactRef, ArtifactStore } from '@ku0/agent-runtime-tools-core';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileSystem } from '../fs/file-system.ts';
import { isMissing, systemFailure } from '../fs/system-failure.ts';
import { readRange } from '../read/open-file.ts';
import { removeQuietly, writeStateFile } from '../state/state-files.ts';

/** Large outputs as files. Their text is UTF-16 on disk, so that any page of any size is found by its position. */
export class FileArtifactStore implements ArtifactStore {
  readonly #fs: FileSystem;
  readonly #folder: () => Promise<string>;
  readonly #maxBytes: number;

  constructor({ fs, folder, maxBytes }: { fs: FileSystem; folder: () => Promise<string>; maxBytes: number }) {
    this.#fs = fs;
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  async put(text: string, info: ArtifactInfo = {}): Promise<ArtifactRef> {
    const folder = await this.#folder();
    if (text.length * 2 > this.#maxBytes)
      refuse(
        workspaceErrors.TOO_LARGE({
          message: `The artifact is larger than the ${this.#maxBytes} bytes kept for all of them.`,
        }),
      );
    const id = `artifact-${Date.now().toString(36)}${randomBytes(6).toString('hex')}`;
    try {
      await this.#makeRoom(folder, text.length * 2);
      await writeStateFile(this.#fs, join(folder, id), Buffer.from(text, 'utf16le'), { durable: false });
    } catch (error) {
      throw systemFailure(error, id);
    }
    const { mediaType = 'text/plain', description } = info;
    return { id, mediaType, size: text.length, ...(description !== undefined && { description }) };
  }

  async read(
    id: string,
    { offset = 0, limit = 30_000 }: { offset?: number; limit?: number } = {},
  ): Promise<ArtifactPage | undefined> {
    if (!/^artifact-[0-9a-z]+$/.test(id)) return undefined;
    try {
      const file = await this.#fs.open(join(await this.#folder(), id), constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        const total = (await file.stat()).size / 2;
        const start = Math.min(Math.max(0, offset), total);
        const bytes = await readRange(file, start * 2, Math.max(0, Math.min(limit, total - start)) * 2);
        return { text: bytes.toString('utf16le'), offset: start, total };
      } finally {
        await file.close().catch(() => undefined);
      }
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw systemFailure(error, id);
    }
  }

  /** The oldest go first. */
  async #makeRoom(folder: string, needed: number): Promise<void> {
    const files: { name: string; size: number }[] = [];
    for (const { name } of await this.#fs.readdir(folder)) {
      const stat = await this.#fs.lstat(join(folder, name)).catch(() => undefined);
      if (stat !== undefined) files.push({ name, size: stat.size });
    }
    let total = files.reduce((sum, { size }) => sum + size, needed);
    for (const { name, size } of files.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (total <= this.#maxBytes) return;
      if (await removeQuietly(this.#fs, join(folder, name))) total -= size;
    }
  }
}
