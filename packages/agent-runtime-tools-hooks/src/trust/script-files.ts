import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { trustDigest, type TrustPart } from '@ku0/agent-runtime-tools-workspace';
import { readBoundedFile, type BoundedFile } from '../files/read-bounded-file.ts';

/** The files of a workspace as one look at them finds them: each is read once, and all of them are bounded. */
export class ScriptFiles {
  readonly #read = new Map<string, BoundedFile>();
  readonly #names = new Map<string, readonly string[]>();
  readonly #hashes = new WeakMap<Uint8Array, string>();
  #bytes = 0;
  #looked = 0;

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

  /** The names in a folder; none where there is no folder. Throws when it was asked too often. */
  names(folder: string): readonly string[] {
    let names = this.#names.get(folder);
    if (names === undefined) {
      names = isFolder(folder) ? readdirSync(folder) : [];
      this.#names.set(folder, names);
    }
    this.#looked += names.length;
    if (this.#looked > MAX_LOOKS) throw new Error('its wildcards may stand for too many names');
    return names;
  }

  /** Of the parts of one command. Several commands may name the same large file, which is looked through once. */
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
    // No file can have such a name.
    return false;
  }
}

const MAX_FILE_BYTES = 4 << 20;
const MAX_LOOKS = 500_000;
const MAX_TOTAL_BYTES = 32 << 20;
