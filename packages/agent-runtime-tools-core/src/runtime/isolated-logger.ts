import type { ToolLogger } from '../contracts/tool-context.ts';

/** The host's logger for core's own use: one that throws must not end a call, or keep one from ending. */
export function isolatedLogger(logger: ToolLogger): ToolLogger {
  const quietly =
    (level: keyof ToolLogger): ToolLogger['warn'] =>
    (message, fields) => {
      try {
        logger[level](message, fields);
      } catch {
        // There is nobody left to tell.
      }
    };
  return { debug: quietly('debug'), info: quietly('info'), warn: quietly('warn'), error: quietly('error') };
}
