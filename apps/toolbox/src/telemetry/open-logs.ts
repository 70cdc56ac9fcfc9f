import type { LogLevel, LogOptions, LogTarget } from '@ku0/agent-runtime-tools-telemetry';
import { UsageError } from '../command-line/usage-error.ts';
import type { LogSettings } from '../config/toolbox-config.ts';
import { LogFile } from './log-file.ts';

/** How the lines are written that the settings ask for. Throws a UsageError if a file cannot be written. */
export function openLogs(
  { to = 'stderr', level = 'info', maxBytes = MAX_BYTES }: LogSettings,
  { isOutputTaken }: { readonly isOutputTaken: boolean },
): LogOptions {
  // Where a program reads standard output, lines would break what it reads.
  if (to === 'stderr' || (to === 'stdout' && isOutputTaken)) return { level };
  if (to === 'stdout') return { logger: lineLogger(level, (line) => process.stdout.write(line)) };
  try {
    const file = new LogFile(to, { maxBytes });
    return { logger: lineLogger(level, (line) => file.write(line)) };
  } catch (error) {
    throw new UsageError(`The log file ${to} cannot be written: ${error instanceof Error ? error.message : ''}`, {
      next: ['Choose another file in telemetry.logs.to of the configuration, or create its folder.'],
    });
  }
}

const MAX_BYTES = 10 * 1024 * 1024;

/** The numbers of pino, whose lines these look like. */
const NUMBERS = { debug: 20, info: 30, warn: 40, error: 50 } as const satisfies Record<LogLevel, number>;

function lineLogger(level: LogLevel, write: (line: string) => void): LogTarget {
  const log = (own: LogLevel) => (fields: object, msg: string) => {
    if (NUMBERS[own] < NUMBERS[level]) return;
    write(`${JSON.stringify({ level: NUMBERS[own], time: new Date().toISOString(), ...fields, msg })}\n`);
  };
  return {
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error'),
    isLevelEnabled: (each) => NUMBERS[each] >= NUMBERS[level],
  };
}
