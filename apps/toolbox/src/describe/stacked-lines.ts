import type { Paint } from '../terminal/paint.ts';
import { textWidth, wrapToWidth } from '../terminal/text-width.ts';

export interface StackedMember {
  readonly name: string;
  readonly type: string;
  /** What else is to be said in the same line: `required`, `default 5`. */
  readonly facts: readonly string[];
  readonly description: string;
}

/** One member of a schema where a terminal is too narrow for a table: its name, and below it the rest. */
export function stackedLines({ name, type, facts, description }: StackedMember, paint: Paint, width: number): string[] {
  const inOne = [type, ...facts].join(' · ');
  const fits = textWidth(name) + textWidth(inOne) + 4 <= width;
  const under = (text: string, style: (text: string) => string): string[] =>
    text === '' ? [] : wrapToWidth(text, width - 6).map((line) => `      ${style(line)}`);
  const beside = fits ? inOne : facts.join(' · ');
  return [
    `  ${paint.cyan(name)}${beside === '' ? '' : `  ${paint.dim(beside)}`}`,
    ...(fits ? [] : under(type, paint.dim)),
    ...under(description, paint.plain),
  ];
}
