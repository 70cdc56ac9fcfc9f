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

/** Keeps artifacts in memory. If it is full, the oldest artifact of the principal with the most text is dropped. */
export class MemoryArtifactStore implements ArtifactStore {
  readonly #maxChars: number;
  readonly #byPrincipal = new Map<string, PrincipalArtifacts>();
  #chars = 0;

  constructor({ maxChars = 64 * 1024 * 1024 }: { maxChars?: number } = {}) {
    this.#maxChars = maxChars;
  }

  put(text: string, { owner, mediaType = 'text/plain', description }: ArtifactInfo): Promise<ArtifactRef> {
    if (text.length > this.#maxChars)
      return Promise.reject(new RangeError(`larger than the store's ${this.#maxChars} characters`));
    while (this.#chars + text.length > this.#maxChars) this.#dropOne();
    const id = `artifact-${randomBytes(12).toString('hex')}`;
    const own = this.#byPrincipal.get(owner.principalId) ?? { chars: 0, artifacts: new Map() };
    this.#byPrincipal.set(owner.principalId, own);
    own.artifacts.set(id, { text, owner });
    own.chars += text.length;
    this.#chars += text.length;
    return Promise.resolve({ id, mediaType, size: text.length, ...(description !== undefined && { description }) });
  }

  read(id: string, { owner, offset = 0, limit = 30_000 }: ArtifactQuery): Promise<ArtifactPage | undefined> {
    const artifact = this.#byPrincipal.get(owner.principalId)?.artifacts.get(id);
    if (artifact === undefined || !mayReadArtifact(artifact.owner, owner)) return Promise.resolve(undefined);
    const { text } = artifact;
    return Promise.resolve({ text: text.slice(offset, offset + limit), offset, total: text.length });
  }

  #dropOne(): void {
    let largest: [string, PrincipalArtifacts] | undefined;
    for (const entry of this.#byPrincipal) if (entry[1].chars > (largest?.[1].chars ?? -1)) largest = entry;
    if (largest === undefined) return;
    const [principalId, own] = largest;
    const [oldest] = own.artifacts;
    if (oldest === undefined) return;
    const [id, { text }] = oldest;
    own.artifacts.delete(id);
    own.chars -= text.length;
    this.#chars -= text.length;
    if (own.artifacts.size === 0) this.#byPrincipal.delete(principalId);
  }
}

interface PrincipalArtifacts {
  chars: number;
  /** By id, oldest first. */
  readonly artifacts: Map<string, { readonly text: string; readonly owner: ArtifactOwner }>;
}
