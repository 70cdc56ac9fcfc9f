import { createInterface } from 'node:readline';
import { printable } from '@ku0/agent-runtime-tools-core';
import type { Terminal } from '../terminal/terminal.ts';
import { readLine } from './read-line.ts';

export interface EditLineOptions {
  readonly terminal: Pick<Terminal, 'in' | 'err'>;
  readonly signal: AbortSignal;
  readonly question: string;
  /** The line that the person starts from. */
  readonly text: string;
}

/**
 * Lets a person change a line of text where it is shown. Where that is not possible, the person types the whole line, or
 * nothing to keep the text. Undefined if the input has ended or the signal fires.
 */
export async function editLine({ terminal, signal, question, text }: EditLineOptions): Promise<string | undefined> {
  const { in: input, err } = terminal;
  const shown = printable(text);
  // A hidden character would reach the terminal, or get lost.
  if (input.isTTY === true && err.isTerminal && shown === text && !signal.aborted)
    return editInPlace({ terminal, signal, question, text });
  err.write(`${question} (Enter for ${shown}) `);
  const typed = await readLine(input, signal);
  return typed?.trim() === '' ? text : typed;
}

function editInPlace({ terminal, signal, question, text }: EditLineOptions): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { in: input, err } = terminal;
    const lines = createInterface({ input, output: err.stream, terminal: true, historySize: 0, signal });
    lines.once('line', (line) => {
      resolve(line);
      lines.close();
    });
    lines.once('close', () => {
      if (signal.aborted) err.line();
      resolve(undefined);
    });
    // While keys are read one by one, the terminal does not turn Ctrl-C into a signal.
    lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
    lines.setPrompt(`${question} `);
    lines.prompt();
    lines.write(text);
  });
}
