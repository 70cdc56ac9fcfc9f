import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { trustDigest, type TrustPart } from '@ku0/agent-runtime-tools-workspace';
import { readBoundedFile, type BoundedFile } from '../files/read-bounded-file.ts';

/** Reads the files of a workspace, each once, within limits for all of them together. */
export class ScriptFiles {
  readonly #read = new Map<string, BoundedFile>();
  readonly #names = new Map<string, readonly string[]>();
  readonly #hashes = new WeakMap<Uint8Array, string>();
  #bytes = 0;
  #listedNames = 0;

  /** Throws when the files are too large together. */
  async read(path: string): Promise<BoundedFile> {
    const known = this.#read.get(path);
    if (known !== undefined) return known;
    const file = await readBoundedFile(path, { maxBytes: MAX_FILE_BYTES });
    if (file.kind === 'content') this.#bytes += file.content.byteLength;
    if (this.#bytes > MAX_TOTAL_BYTES)
      throw new Error(`the files that it names are larger than ${MAX_TOTAL_BYTES} bytes`);
    this.#read.set(path, file);
    return file;
  }

  /** The names in a folder; none if there is no such folder. Throws after too many names. */
  names(folder: string): readonly string[] {
    let names = this.#names.get(folder);
    if (names === undefined) {
      names = isFolder(folder) ? readdirSync(folder) : [];
      this.#names.set(folder, names);
    }
    this.#listedNames += names.length;
    if (this.#listedNames > MAX_LISTED_NAMES) throw new Error('its wildcards may stand for too many names');
    return names;
  }

  /** The digest of the files of one command. A file that several commands name is hashed once. */
  digest(parts: readonly TrustPart[]): string {
    return trustDigest(parts.map(({ name, content }) => ({ name, content: this.#hash(content) })));
  }

  #hash(content: TrustPart['content']): string | undefined {
    if (content === undefined || typeof content === 'string') return content;
    let hash = this.#hashes.get(content);
    if (hash === undefined) {
      hash = createHash('sha256').update(content).digest('hex');
      this.#hashes.set(content, hash);
    }
    return hash;
  }
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // The path is not a valid file name.
    return false;
  }
}

const MAX_FILE_BYTES = 4 << 20;
const MAX_LISTED_NAMES = 500_000;
const MAX_TOTAL_BYTES = 32 << 20;
