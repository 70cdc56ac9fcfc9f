/** The command line cannot be understood. Ends with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** A name nobody knows, and the names it may have been meant to be. */
  readonly mistyped: { readonly name: string; readonly known: readonly string[] } | undefined;
  /** What to do next, a line each. */
  readonly next: readonly string[];

  constructor(
    message: string,
    { mistyped, next = [] }: { mistyped?: { name: string; known: readonly string[] }; next?: readonly string[] } = {},
  ) {
    super(message);
    this.mistyped = mistyped;
    this.next = next;
  }
}
