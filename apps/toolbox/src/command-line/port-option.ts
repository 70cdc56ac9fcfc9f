import type { CommandOptions } from './command.ts';
import { UsageError } from './usage-error.ts';

/** The port that an option names; undefined if it is not given. Throws a UsageError for anything else. */
export function portOf(options: CommandOptions, name: string): number | undefined {
  const given = options[name];
  if (given === undefined) return undefined;
  const port = typeof given === 'string' && /^\d{1,5}$/.test(given) ? Number(given) : Infinity;
  if (port <= 65_535) return port;
  throw new UsageError(`--${name} needs a port between 0 and 65535, not "${String(given)}".`, {
    next: [`For any free port: --${name} 0`],
  });
}
