import { join } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { readStateFile, removeQuietly } from '../state/state-files.ts';
import type { ChangeRecord } from '../transaction/change-record.ts';
import { parseRecord } from '../transaction/parse-record.ts';

/** The changes that were made, one file each, named so that they sort by time. */
export class ChangeLog {
  readonly #fs: FileSystem;
  readonly #folder: string;

  constructor(fs: FileSystem, folder: string) {
    this.#fs = fs;
    this.#folder = folder;
  }

  /** Oldest first. */
  async ids(): Promise<string[]> {
    const names = (await this.#fs.readdir(this.#folder)).map(({ name }) => name);
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -5))
      .sort();
  }

  /** Undefined when it is gone or damaged. */
  async get(id: string): Promise<ChangeRecord | undefined> {
    return parseRecord(await readStateFile(this.#fs, join(this.#folder, `${id}.json`)));
  }

  /** Newest first. A damaged record is passed over. */
  async *newestFirst(): AsyncGenerator<ChangeRecord, void, undefined> {
    for (const id of (await this.ids()).toReversed()) {
      const record = await this.get(id);
      if (record !== undefined) yield record;
    }
  }

  async remove(id: string): Promise<void> {
    await removeQuietly(this.#fs, join(this.#folder, `${id}.json`));
  }
}

/** The hashes of the before-images that a record needs. */
export function imagesOf(record: ChangeRecord): string[] {
  const hashes: (string | null)[] = [];
  for (const operation of record.operations) {
    if (operation.kind === 'move' || operation.kind === 'restore' || operation.before === null) continue;
    if (operation.before.type === 'file') hashes.push(operation.before.hash);
    if (operation.before.type !== 'directory') continue;
    for (const { image } of operation.before.entries ?? []) if (image.type === 'file') hashes.push(image.hash);
  }
  return hashes.filter((hash) => hash !== null);
}
