import { textWidth } from '../terminal/text-width.ts';
import type { Paint } from '../terminal/paint.ts';

/** An answer that the dialog offers. */
export interface Choice {
  readonly key: string;
  /** For the line above the question. */
  readonly words: string;
  readonly help: string;
}

/** What can be done about a request. */
export interface Offers {
  readonly session: boolean;
  readonly always: boolean;
  readonly rule: boolean;
  readonly edit: boolean;
  readonly explain: boolean;
}

/** The answers that are offered, in the order in which they are shown. */
export function choicesOf({ session, always, rule, edit, explain }: Offers): Choice[] {
  return [
    { key: 'y', words: 'yes', help: 'this call, as it is shown' },
    ...(session ? [{ key: 's', words: 'for this session', help: 'yes, and such calls until this task ends' }] : []),
    ...(always ? [{ key: 'a', words: 'always', help: 'yes, and what "Always" would cover from now on' }] : []),
    ...(rule ? [{ key: 'r', words: 'edit the rule', help: 'as a, with the rule as you change it' }] : []),
    ...(edit
      ? [{ key: 'e', words: 'edit the arguments', help: 'in your editor; they are checked and shown again' }]
      : []),
    ...(explain ? [{ key: 'x', words: 'explain', help: 'every part of a command with the rule that covers it' }] : []),
    { key: 'n', words: 'no', help: 'the call does not run' },
    { key: 'n TEXT', words: 'no, and why', help: 'the same, and the model is told the text' },
    { key: '?', words: 'help', help: 'this list' },
  ];
}

/** The answers next to each other, in as many lines as the width needs. */
export function choiceLines(choices: readonly Choice[], { paint, width }: { paint: Paint; width: number }): string[] {
  const rows: Choice[][] = [];
  let left = 0;
  for (const choice of choices) {
    const columns = textWidth(`${choice.key} ${choice.words}${GAP}`);
    const row = columns <= left + GAP.length ? rows.at(-1) : undefined;
    if (row === undefined) rows.push([choice]);
    else row.push(choice);
    left = (row === undefined ? width : left) - columns;
  }
  return rows.map((row) => row.map(({ key, words }) => `${paint.bold(key)} ${paint.dim(words)}`).join(GAP));
}

const GAP = '   ';
