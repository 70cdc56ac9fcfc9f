/** A pointer to something too large for a result. */
export interface ArtifactRef {
  readonly id: string;
  readonly mediaType: string;
  readonly size: number;
  readonly description?: string;
}

export interface ArtifactInfo {
  readonly mediaType?: string;
  readonly description?: string;
  readonly taskId?: string;
  readonly callId?: string;
}

/** A page of an artifact. `offset` and `total` count UTF-16 units of its text. */
export interface ArtifactPage {
  readonly text: string;
  readonly offset: number;
  readonly total: number;
}

/** Where outputs go that are larger than a model should read. */
export interface ArtifactStore {
  put(text: string, info?: ArtifactInfo): Promise<ArtifactRef>;
  /** Undefined when there is no such artifact, or no longer. */
  read(id: string, page?: { offset?: number; limit?: number }): Promise<ArtifactPage | undefined>;
}
