import { join } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { isMissing } from '../fs/system-failure.ts';
import { readStateFile, removeQuietly } from '../state/state-files.ts';
import type { ChangeRecord } from '../transaction/journal/change-record.ts';
import { parseRecord } from '../transaction/journal/parse-record.ts';
import { matchesFilter, ownerKeyOf, type ChangeFilter } from './change-owner.ts';

/** What is kept in memory of a record, so that listing and retention need not read it again. */
export interface ChangeSummary {
  readonly id: string;
  readonly time: number;
  readonly ownerKey: string;
  /** The size of the record itself, without the images. */
  readonly bytes: number;
  readonly images: readonly string[];
  readonly principalId?: string;
  readonly taskId?: string;
  readonly isUndo: boolean;
}

/** The list of changes: one file per change, which is never modified. File names sort by time. */
export class ChangeLog {
  readonly #fs: FileSystem;
  readonly #folder: string;
  #summaries = new Map<string, ChangeSummary>();

  constructor(fs: FileSystem, folder: string) {
    this.#fs = fs;
    this.#folder = folder;
  }

  /** Oldest first. */
  async ids(): Promise<string[]> {
    try {
      const names = (await this.#fs.readdir(this.#folder)).map(({ name }) => name);
      return names
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -5))
        .sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** Undefined if the record is missing or damaged. */
  async get(id: string): Promise<ChangeRecord | undefined> {
    const bytes = await readStateFile(this.#fs, join(this.#folder, `${id}.json`));
    const record = parseRecord(bytes);
    if (record === undefined || bytes === undefined) return undefined;
    if (!this.#summaries.has(id)) this.#summaries.set(id, summaryOf(record, bytes.byteLength));
    return record;
  }

  /** Records that match the filter, newest first. With `withUndos` also all undo records, whatever their owner. */
  async *newestFirst(
    filter: ChangeFilter = {},
    { withUndos = false }: { readonly withUndos?: boolean } = {},
  ): AsyncGenerator<ChangeRecord, void, undefined> {
    for (const id of (await this.ids()).toReversed()) {
      const known = this.#summaries.get(id);
      if (known !== undefined && !matchesFilter(known, filter) && !(withUndos && known.isUndo)) continue;
      const record = await this.get(id);
      if (record === undefined) continue;
      if (matchesFilter(record, filter) || (withUndos && record.undoes !== undefined)) yield record;
    }
  }

  /** The summaries of all records, newest first. Reads only new records, and removes damaged ones. */
  async summaries(): Promise<ChangeSummary[]> {
    const found = new Map<string, ChangeSummary>();
    for (const id of (await this.ids()).toReversed()) {
      if (!this.#summaries.has(id) && (await this.get(id)) === undefined) await this.remove(id);
      const summary = this.#summaries.get(id);
      if (summary !== undefined) found.set(id, summary);
    }
    this.#summaries = found;
    return [...found.values()];
  }

  async remove(id: string): Promise<void> {
    await removeQuietly(this.#fs, join(this.#folder, `${id}.json`));
    this.#summaries.delete(id);
  }
}

function summaryOf(record: ChangeRecord, bytes: number): ChangeSummary {
  const { id, time, principalId, taskId, undoes } = record;
  return {
    id,
    time,
    ownerKey: ownerKeyOf(record),
    bytes,
    images: [...new Set(imagesOf(record))],
    ...(principalId !== undefined && { principalId }),
    ...(taskId !== undefined && { taskId }),
    isUndo: undoes !== undefined,
  };
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
