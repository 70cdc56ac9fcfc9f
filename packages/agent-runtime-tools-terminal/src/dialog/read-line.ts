import type { InputStream } from '../terminal/terminal.ts';

/** The next line; undefined if the input has ended or the signal fires. */
export function readLine(input: InputStream, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    // An input that has ended or was closed would say so only once.
    if (signal.aborted || input.readableEnded || input.destroyed) return resolve(undefined);
    // With `terminal: false`, Ctrl-C still raises SIGINT as usual.
    // The module is loaded on demand: most commands ask nothing.
    const lines = process.getBuiltinModule('node:readline').createInterface({ input, terminal: false, signal });
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    return lines.once('close', () => resolve(undefined));
  });
}
