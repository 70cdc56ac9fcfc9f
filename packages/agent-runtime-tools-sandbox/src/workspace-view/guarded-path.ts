/** A path in the workspace that a run must not change or must not see. */
export interface GuardedPath {
  /** Absolute. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
  /**
   * `read-only`: cannot be changed. `pin`: cannot be renamed or removed. `hide`: appears empty. `watch`: set aside if a run
   * creates it, because it would turn a folder into a repository.
   */
  readonly guard: 'read-only' | 'pin' | 'hide' | 'watch';
  /** The path as it is on disk, if its name is not valid UTF-8. */
  readonly bytes?: Buffer;
  /** Hidden by an ignore file of the workspace, not because of its name. */
  readonly hiddenByRule?: boolean;
  /** The target of a link, as it is written in the link. */
  readonly target?: string;
}
