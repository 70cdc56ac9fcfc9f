/** What a call would change. */
export interface DryRun {
  /** One sentence for a person. */
  readonly summary: string;
  readonly changes: readonly PlannedChange[];
  readonly warnings?: readonly string[];
}

export interface PlannedChange {
  readonly kind: 'create' | 'modify' | 'delete' | 'move' | 'execute' | 'send';
  /** The path, command or address that would be affected. */
  readonly target: string;
  readonly diff?: string;
}
