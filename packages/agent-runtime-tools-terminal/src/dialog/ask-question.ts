import { printable } from '@ku0/agent-runtime-tools-core';
import { paintFor } from '../terminal/paint.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { wrapToWidth } from '../terminal/text-width.ts';
import { readLine } from './read-line.ts';

export interface AskQuestionOptions {
  readonly terminal: Pick<Terminal, 'in' | 'err'>;
  readonly signal: AbortSignal;
  /** Answers to choose from by number. The person may type another one. */
  readonly choices?: readonly string[];
}

/** Asks a model's question and returns the answer. Empty if the input has ended. */
export async function askQuestion(
  question: string,
  { terminal, signal, choices = [] }: AskQuestionOptions,
): Promise<string> {
  const { err } = terminal;
  const paint = paintFor(err);
  const mark = paint.dim('│');
  const width = Math.max(20, err.columns - 3);
  const wrap = (text: string): string[] =>
    printable(text, { multiline: true })
      .split('\n')
      .flatMap((line) => wrapToWidth(line, width));
  err.line(`${paint.yellow('?')} ${paint.bold('The agent asks')}`);
  for (const line of wrap(question)) err.line(`${mark} ${paint.plain(line)}`);
  for (const [index, choice] of choices.entries())
    for (const line of wrap(`${index + 1}. ${choice}`)) err.line(`${mark} ${paint.cyan(line)}`);
  err.write(`${paint.bold(choices.length === 0 ? 'Your answer:' : 'A number, or your own answer:')} `);
  const answer = (await readLine(terminal.in, signal))?.trim();
  if (answer === undefined) err.line();
  return choices[Number(answer) - 1] ?? answer ?? '';
}
