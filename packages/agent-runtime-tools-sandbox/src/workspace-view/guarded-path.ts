/** A path in the workspace that a run must not change, or not see. */
export interface GuardedPath {
  /** Absolute. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  /**
   * `read-only` and `pin` as for mounts; `hide` for what tools must not see; `watch` for what makes a folder a
   * repository and must therefore not appear during a run.
   */
  readonly guard: 'read-only' | 'pin' | 'hide' | 'watch';
  /** The path as it is on disk, where its name is no text. */
  readonly bytes?: Buffer;
  /** Hidden by an ignore file of the workspace, not by its name. */
  readonly walled?: boolean;
  /** Where a link leads, as written in it. */
  readonly target?: string;
}
