import type { FileText } from './file-text.ts';
import { indentOf } from './indent-of.ts';

/** How a file indents, as far as all of its lines agree. */
export interface IndentationStyle {
  readonly kind: 'tabs' | 'spaces' | 'mixed' | 'none';
  /** Spaces of a level; 0 where it is not clear. */
  readonly unit: number;
  /** The most spaces that a line begins with. */
  readonly deepest: number;
}

export function indentationStyle({ lines }: Pick<FileText, 'lines'>): IndentationStyle {
  let tabs = 0;
  let spaces = 0;
  let deepest = 0;
  const steps = new Map<number, number>();
  let previous = 0;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const indent = indentOf(line);
    if (indent.includes('\t')) tabs += 1;
    if (indent.startsWith('  ')) spaces += 1;
    if (indent.startsWith(' ')) deepest = Math.max(deepest, indent.length);
    const step = indent.length - previous;
    if (step > 1) steps.set(step, (steps.get(step) ?? 0) + 1);
    previous = indent.length;
  }
  return { kind: kindOf(tabs, spaces), unit: mostFrequent(steps), deepest };
}

/** A single line does not make a style. */
const MIN_LINES = 2;

/** A tab in so many lines is a slip or part of a text. */
const RARE = 50;

function kindOf(tabs: number, spaces: number): IndentationStyle['kind'] {
  if (tabs + spaces < MIN_LINES) return 'none';
  if (spaces === 0) return 'tabs';
  return tabs * RARE <= spaces ? 'spaces' : 'mixed';
}

function mostFrequent(steps: ReadonlyMap<number, number>): number {
  let best = 0;
  let most = 0;
  for (const [step, count] of steps) if (count > most) [best, most] = [step, count];
  return best;
}
