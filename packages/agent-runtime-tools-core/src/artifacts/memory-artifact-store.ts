import { randomBytes } from 'node:crypto';
import type {
  ArtifactInfo,
  ArtifactOwner,
  ArtifactPage,
  ArtifactQuery,
  ArtifactRef,
  ArtifactStore,
} from '../contracts/artifact-store.ts';
import { mayReadArtifact } from './artifact-owner.ts';

/** Artifacts for as long as the process lives. Room is made by whoever has the most, with their oldest. */
export class MemoryArtifactStore implements ArtifactStore {
  readonly #maxChars: number;
  readonly #shelves = new Map<string, Shelf>();
  #chars = 0;

  constructor({ maxChars = 64 * 1024 * 1024 }: { maxChars?: number } = {}) {
    this.#maxChars = maxChars;
  }

  put(text: string, { owner, mediaType = 'text/plain', description }: ArtifactInfo): Promise<ArtifactRef> {
    if (text.length > this.#maxChars)
      return Promise.reject(new RangeError(`larger than the store's ${this.#maxChars} characters`));
    while (this.#chars + text.length > this.#maxChars) this.#removeOne();
    const id = `artifact-${randomBytes(12).toString('hex')}`;
    const shelf = this.#shelves.get(owner.principalId) ?? { chars: 0, kept: new Map() };
    this.#shelves.set(owner.principalId, shelf);
    shelf.kept.set(id, { text, owner });
    shelf.chars += text.length;
    this.#chars += text.length;
    return Promise.resolve({ id, mediaType, size: text.length, ...(description !== undefined && { description }) });
  }

  read(id: string, { owner, offset = 0, limit = 30_000 }: ArtifactQuery): Promise<ArtifactPage | undefined> {
    const kept = this.#shelves.get(owner.principalId)?.kept.get(id);
    if (kept === undefined || !mayReadArtifact(kept.owner, owner)) return Promise.resolve(undefined);
    const { text } = kept;
    return Promise.resolve({ text: text.slice(offset, offset + limit), offset, total: text.length });
  }

  #removeOne(): void {
    let largest: [string, Shelf] | undefined;
    for (const entry of this.#shelves) if (entry[1].chars > (largest?.[1].chars ?? -1)) largest = entry;
    const [principalId = '', shelf] = largest ?? [];
    const [oldest] = shelf?.kept ?? [];
    if (shelf === undefined || oldest === undefined) return;
    shelf.kept.delete(oldest[0]);
    shelf.chars -= oldest[1].text.length;
    this.#chars -= oldest[1].text.length;
    if (shelf.kept.size === 0) this.#shelves.delete(principalId);
  }
}

/** What one principal has, oldest first. */
interface Shelf {
  chars: number;
  readonly kept: Map<string, { readonly text: string; readonly owner: ArtifactOwner }>;
}
