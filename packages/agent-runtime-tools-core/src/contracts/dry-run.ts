/** What a call would change, worked out without changing it. */
export interface DryRun {
  /** One sentence for a person. */
  readonly summary: string;
  readonly changes: readonly PlannedChange[];
  readonly warnings?: readonly string[];
}

export interface PlannedChange {
  readonly kind: 'create' | 'modify' | 'delete' | 'move' | 'execute' | 'send';
  /** A path, a command or an address: whatever the change is made to. */
  readonly target: string;
  readonly diff?: string;
}
