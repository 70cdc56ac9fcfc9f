import { createInterface } from 'node:readline';
import type { InputStream, Terminal } from '../terminal/terminal.ts';
import { paintFor } from '../terminal/paint.ts';
import type { ApprovalRequest } from './approval.ts';
import { requestLines } from './request-lines.ts';

export interface AskPersonOptions {
  readonly terminal: Pick<Terminal, 'in' | 'err'>;
  readonly signal: AbortSignal;
}

/** Shows the request and waits for a line. Anything but a yes is a no: another word, an empty line, the end of input, an abort. */
export async function askPerson(request: ApprovalRequest, { terminal, signal }: AskPersonOptions): Promise<boolean> {
  const { err } = terminal;
  const paint = paintFor(err);
  for (const line of requestLines(request, paint)) err.line(line);
  err.write(`${paint.bold('Allow this call?')} ${paint.dim('[y/N]')} `);
  const answer = await readLine(terminal.in, signal);
  if (answer === undefined) err.line();
  return answer !== undefined && /^\s*y(es)?\s*$/i.test(answer);
}

/** The next line, or undefined when there will be none. */
function readLine(input: InputStream, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    // Not `terminal: true`: the terminal itself then turns Ctrl-C into a signal, as everywhere else.
    const lines = createInterface({ input, terminal: false, signal });
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    return lines.once('close', () => resolve(undefined));
  });
}
