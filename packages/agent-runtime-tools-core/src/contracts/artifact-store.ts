import type { Owner } from './owner.ts';

/** A pointer to something too large for a result. */
export interface ArtifactRef {
  readonly id: string;
  readonly mediaType: string;
  readonly size: number;
  readonly description?: string;
}

/** Whom an artifact belongs to. The tasks that its task was started from may read it too. */
export interface ArtifactOwner extends Owner {
  readonly parentTasks?: readonly string[];
}

export interface ArtifactInfo {
  readonly owner: ArtifactOwner;
  readonly mediaType?: string;
  readonly description?: string;
  readonly callId?: string;
}

/** Who reads, and which part: by default from the start. */
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

/** Where outputs go that are larger than a model should read. */
export interface ArtifactStore {
  /** Ids cannot be guessed. */
  put(text: string, info: ArtifactInfo): Promise<ArtifactRef>;
  /** Undefined when there is no such artifact, or no longer, or when it belongs to somebody else. */
  read(id: string, query: ArtifactQuery): Promise<ArtifactPage | undefined>;
}
