/** A path that a call names, and what the call would do there. */
export interface PathUse {
  readonly path: string;
  readonly access: 'read' | 'write' | 'delete';
  /** Only one reading of the arguments: it counts for what restricts, not for what consents. */
  readonly possible?: boolean;
  /** A folder whose files are reached too. */
  readonly recursive?: boolean;
}
