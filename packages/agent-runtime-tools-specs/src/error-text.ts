/** The message of any thrown value. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A refused connection to a name with several addresses has no message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(errorText).join('; ');
  return error.message;
}
