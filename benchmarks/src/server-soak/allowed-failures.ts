/** What may happen to anybody under load, and is no breach of a promise. */
export const ALLOWED_FAILURES: ReadonlySet<string> = new Set([
  'APPROVAL_DENIED',
  'TURN_REJECTED',
  'CANCELLED',
  'QUEUE_FULL',
  'TOO_MANY_PROCESSES',
  'TOO_MANY_COMMANDS',
]);
