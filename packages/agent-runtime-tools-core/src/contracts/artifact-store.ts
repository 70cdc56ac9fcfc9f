import type { Owner } from './owner.ts';

/** A reference to text that is too large for a result. */
export interface ArtifactRef {
  readonly id: string;
  readonly mediaType: string;
  readonly size: number;
  readonly description?: string;
}

/** The owner of an artifact. The tasks that the owner's task was started from may read it too. */
export interface ArtifactOwner extends Owner {
  readonly parentTasks?: readonly string[];
}

export interface ArtifactInfo {
  readonly owner: ArtifactOwner;
  readonly mediaType?: string;
  readonly description?: string;
  readonly callId?: string;
}

/** Who reads an artifact, and which part of it. By default, the part at the start. */
export interface ArtifactQuery {
  readonly owner: Owner;
  readonly offset?: number;
  readonly limit?: number;
}

/** A page of an artifact. `offset` and `total` count UTF-16 units of its text. */
export interface ArtifactPage {
  readonly text: string;
  readonly offset: number;
  readonly total: number;
}

/** Stores outputs that are too long for a model. */
export interface ArtifactStore {
  /** Stores a text under an id that cannot be guessed. */
  put(text: string, info: ArtifactInfo): Promise<ArtifactRef>;
  /** Undefined if there is no such artifact, or if it belongs to somebody else. */
  read(id: string, query: ArtifactQuery): Promise<ArtifactPage | undefined>;
}
