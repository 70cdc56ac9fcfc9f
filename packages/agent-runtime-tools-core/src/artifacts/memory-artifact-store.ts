import type { ArtifactInfo, ArtifactPage, ArtifactRef, ArtifactStore } from '../contracts/artifact-store.ts';

/** Artifacts for as long as the process lives; the oldest go first when there is no more room. */
export class MemoryArtifactStore implements ArtifactStore {
  readonly #maxChars: number;
  readonly #texts = new Map<string, string>();
  #chars = 0;
  #count = 0;

  constructor({ maxChars = 64 * 1024 * 1024 }: { maxChars?: number } = {}) {
    this.#maxChars = maxChars;
  }

  put(text: string, info: ArtifactInfo = {}): Promise<ArtifactRef> {
    if (text.length > this.#maxChars)
      return Promise.reject(new RangeError(`larger than the store's ${this.#maxChars} characters`));
    for (const [id, old] of this.#texts) {
      if (this.#chars + text.length <= this.#maxChars) break;
      this.#texts.delete(id);
      this.#chars -= old.length;
    }
    const id = `artifact-${++this.#count}`;
    this.#texts.set(id, text);
    this.#chars += text.length;
    return Promise.resolve({
      id,
      mediaType: info.mediaType ?? 'text/plain',
      size: text.length,
      ...(info.description !== undefined && { description: info.description }),
    });
  }

  read(
    id: string,
    { offset = 0, limit = 30_000 }: { offset?: number; limit?: number } = {},
  ): Promise<ArtifactPage | undefined> {
    const text = this.#texts.get(id);
    return Promise.resolve(
      text === undefined ? undefined : { text: text.slice(offset, offset + limit), offset, total: text.length },
    );
  }
}
