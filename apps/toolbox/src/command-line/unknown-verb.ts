import { UsageError } from './usage-error.ts';

/** A second word that a command does not know, with those it does. */
export function unknownVerb(command: string, verb: string, known: readonly string[]): UsageError {
  return new UsageError(`${command} has no ${verb}.`, {
    mistyped: { name: verb, known },
    next: [`It has: ${known.join(', ')}`],
  });
}
