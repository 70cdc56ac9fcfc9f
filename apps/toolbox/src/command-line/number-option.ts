import type { CommandOptions } from './command.ts';
import { UsageError } from './usage-error.ts';

/** The whole number above 0 that an option gives; undefined if it is not given. Throws a UsageError for anything else. */
export function numberOf(options: CommandOptions, name: string): number | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const number = Number(given);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw new UsageError(`--${name} needs a whole number above 0, not "${String(given)}".`, {
    next: [`For example: --${name} 3`],
  });
}
