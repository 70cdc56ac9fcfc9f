import { constants } from 'node:fs';
import { join } from 'node:path';
import {
  mayReadArtifact,
  type ArtifactInfo,
  type ArtifactPage,
  type ArtifactQuery,
  type ArtifactRef,
  type ArtifactStore,
} from '@ku0/agent-runtime-tools-core';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileSystem } from '../fs/file-system.ts';
import { isMissing } from '../fs/system-failure.ts';
import { readRange } from '../read/open-file.ts';
import { stateFailure } from '../state/state-failure.ts';
import { makeFolder } from '../state/state-folder.ts';
import { writeStateFile } from '../state/state-files.ts';
import { encodeArtifact, newArtifactId, openArtifact, parseArtifactId, principalFolder } from './artifact-file.ts';
import { evictArtifacts, type ArtifactLimits } from './evict-artifacts.ts';

export interface FileArtifactOptions {
  readonly fs: FileSystem;
  readonly folder: () => Promise<string>;
  readonly limits: ArtifactLimits;
}

/** Stores artifacts as files, in one folder per principal. */
export class FileArtifactStore implements ArtifactStore {
  readonly #fs: FileSystem;
  readonly #folder: () => Promise<string>;
  readonly #limits: ArtifactLimits;
  /** The last count plus what this store has added since. Other processes may have added more. */
  #use: { bytes: number; count: number; added: number } | undefined;
  #lastEviction: Promise<void> = Promise.resolve();

  constructor({ fs, folder, limits }: FileArtifactOptions) {
    this.#fs = fs;
    this.#folder = folder;
    this.#limits = limits;
  }

  async put(text: string, info: ArtifactInfo): Promise<ArtifactRef> {
    const home = await this.#folder();
    const content = encodeArtifact(text, info);
    const { maxBytes } = this.#limits;
    if (content.byteLength > maxBytes)
      refuse(
        workspaceErrors.TOO_LARGE({
          message: `The artifact is larger than the ${maxBytes} bytes kept for all of them.`,
        }),
      );
    const id = newArtifactId(content.byteLength);
    const folder = join(home, principalFolder(info.owner.principalId));
    try {
      await this.#makeRoom(home, content.byteLength);
      await this.#write(folder, id, content);
    } catch (error) {
      throw stateFailure(error);
    }
    const { mediaType = 'text/plain', description } = info;
    return { id, mediaType, size: text.length, ...(description !== undefined && { description }) };
  }

  async read(id: string, query: ArtifactQuery): Promise<ArtifactPage | undefined> {
    if (parseArtifactId(id) === undefined) return undefined;
    try {
      const folder = join(await this.#folder(), principalFolder(query.owner.principalId));
      const file = await this.#fs.open(join(folder, id), constants.O_RDONLY | constants.O_NOFOLLOW);
      try {
        const artifact = await openArtifact(file);
        if (artifact === undefined || !mayReadArtifact(artifact.owner, query.owner)) return undefined;
        const { offset = 0, limit = 30_000 } = query;
        const total = Math.floor(artifact.bytes / 2);
        const from = Math.min(Math.max(0, offset), total);
        const bytes = await readRange(file, artifact.start + from * 2, Math.max(0, Math.min(limit, total - from)) * 2);
        return { text: bytes.toString('utf16le'), offset: from, total };
      } finally {
        await file.close().catch(() => undefined);
      }
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw stateFailure(error);
    }
  }

  /** Another process may remove the folder while it is empty, so this is tried several times. */
  async #write(folder: string, id: string, content: Buffer): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      await makeFolder(this.#fs, folder);
      try {
        await writeStateFile(this.#fs, join(folder, id), content, { durable: false });
        return;
      } catch (error) {
        if (!isMissing(error) || attempt === 3) throw error;
      }
    }
  }

  /** One call at a time. The folder is counted again only when it seems full or after 256 additions. */
  #makeRoom(home: string, needed: number): Promise<void> {
    const made = this.#lastEviction.then(async () => {
      const { maxBytes, maxCount } = this.#limits;
      const mustCount =
        this.#use === undefined ||
        this.#use.bytes + needed > maxBytes ||
        this.#use.count >= maxCount ||
        this.#use.added >= RECOUNT_EVERY;
      const { bytes, count, added } =
        this.#use !== undefined && !mustCount
          ? this.#use
          : { ...(await evictArtifacts(this.#fs, home, this.#limits, { needed })), added: 0 };
      this.#use = { bytes: bytes + needed, count: count + 1, added: added + 1 };
    });
    this.#lastEviction = made.catch(() => undefined);
    return made;
  }
}

const RECOUNT_EVERY = 256;
