import { createInterface } from 'node:readline';
import type { ApprovalRequest, ApprovalResponse } from '@ku0/agent-runtime-tools-approval';
import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import type { InputStream, Terminal } from '../terminal/terminal.ts';
import { paintFor } from '../terminal/paint.ts';
import { requestLines } from './request-lines.ts';

export interface AskPersonOptions {
  readonly tool: ToolHandler | undefined;
  readonly terminal: Pick<Terminal, 'in' | 'err'>;
  readonly signal: AbortSignal;
}

/**
 * Shows the request and reads one line. Everything but a clear yes denies: another word, an empty line, the end of input or
 * an abort. "Always" is accepted only if it was offered.
 */
export async function askPerson(
  request: ApprovalRequest,
  { tool, terminal, signal }: AskPersonOptions,
): Promise<ApprovalResponse> {
  const { err } = terminal;
  const paint = paintFor(err);
  for (const line of requestLines(request, { tool, paint, columns: err.columns })) err.line(line);
  const offer = request.always === undefined ? '' : ', a for always';
  err.write(`${paint.bold('Allow this call?')} ${paint.dim(`[y/N]${offer}`)} `);
  const answer = await readLine(terminal.in, signal);
  if (answer === undefined) err.line();
  if (request.always !== undefined && /^\s*a(lways)?\s*$/i.test(answer ?? ''))
    return { approved: true, scope: 'always' };
  return { approved: answer !== undefined && /^\s*y(es)?\s*$/i.test(answer), scope: 'once' };
}

/** The next line; undefined if the input has ended or the signal fires. */
function readLine(input: InputStream, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(undefined);
    // With `terminal: false`, Ctrl-C still raises SIGINT as usual.
    const lines = createInterface({ input, terminal: false, signal });
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    return lines.once('close', () => resolve(undefined));
  });
}
