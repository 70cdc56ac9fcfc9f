import type { AnyActivityEvent } from '@ku0/agent-runtime-tools-core';
import { destination, pino } from 'pino';
import { logLine, type LogLevel } from './log-event.ts';

export interface LogOptions {
  /** Your own logger, for example of pino. Default: pino, one JSON object per line on standard error. */
  readonly logger?: LogTarget;
  /** For the default logger. `debug` also has the start of calls, output and progress. Default `info`. */
  readonly level?: LogLevel;
}

/** What is used of a logger: pino's methods. */
export type LogTarget = Readonly<Record<LogLevel, (fields: object, message: string) => void>> & {
  /** Lines below this level are not even made. */
  isLevelEnabled?(level: LogLevel): boolean;
};

/** Ids that connect a line with a trace. */
export type TraceFields = (callKey: string) => { readonly trace_id: string; readonly span_id: string } | undefined;

/** The listener that writes a line for every event. */
export function createLogs(
  { logger, level = 'info' }: LogOptions,
  traceFields: TraceFields,
): (event: AnyActivityEvent) => void {
  const target = logger ?? defaultLogger(level);
  const logsDebug = target.isLevelEnabled?.('debug') ?? true;
  return (event) => {
    if (!logsDebug && DEBUG_EVENTS.has(event.type)) return;
    const { level: own, message, fields } = logLine(event);
    target[own]({ ...fields, ...traceFields(event.callKey) }, message);
  };
}

/** On standard error: standard output may be the channel of a protocol. Synchronous, so that nothing is lost at the end. */
function defaultLogger(level: LogLevel): LogTarget {
  const logger = pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    destination({ dest: 2, sync: true }),
  );
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    isLevelEnabled: (each) => logger.isLevelEnabled(each),
  };
}

/** The most frequent events, whose lines have the level `debug`. */
const DEBUG_EVENTS: ReadonlySet<string> = new Set([
  'tool_call_start',
  'tool_output_chunk',
  'tool_progress',
  'hook_start',
  'hook_context',
]);
