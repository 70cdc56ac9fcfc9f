import type { ToolLogger } from '../contracts/tool-context.ts';

/** Wraps the host's logger so that it never throws: a failing logger must not affect calls. */
export function isolatedLogger(logger: ToolLogger): ToolLogger {
  const safely =
    (level: keyof ToolLogger): ToolLogger['warn'] =>
    (message, fields) => {
      try {
        logger[level](message, fields);
      } catch {
        // There is nothing left to report the failure to.
      }
    };
  return { debug: safely('debug'), info: safely('info'), warn: safely('warn'), error: safely('error') };
}
