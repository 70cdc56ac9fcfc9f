import type { FileText } from '../file-text.ts';
import { indentOf } from './indent-of.ts';

/** How a file is indented. */
export interface IndentationStyle {
  readonly kind: 'tabs' | 'spaces' | 'mixed' | 'none';
  /** Spaces per level; 0 where it is not clear. */
  readonly unit: number;
  /** The most frequent increase of indentation from one line to the next, in characters. */
  readonly step: number;
  /** Some line is indented further because the line above opens a block. */
  readonly blocks: boolean;
  /** The largest number of spaces that a line begins with. */
  readonly deepest: number;
}

export function indentationStyle(file: FileText): IndentationStyle {
  const style = styles.get(file) ?? styleOf(file);
  styles.set(file, style);
  return style;
}

const styles = new WeakMap<FileText, IndentationStyle>();

function styleOf({ lines }: FileText): IndentationStyle {
  let tabs = 0;
  let spaces = 0;
  let deepest = 0;
  const steps = new Map<number, number>();
  let blocks = false;
  let previous = 0;
  let above = '';
  for (const line of lines) {
    if (line.trim() === '') continue;
    const indent = indentOf(line);
    if (indent.includes('\t')) tabs += 1;
    if (indent.startsWith('  ')) spaces += 1;
    if (indent.startsWith(' ')) deepest = Math.max(deepest, indent.length);
    const step = indent.length - previous;
    if (step > 0) steps.set(step, (steps.get(step) ?? 0) + 1);
    if (step > 0 && /[{([:>]\s*$/.test(above)) blocks = true;
    previous = indent.length;
    above = line;
  }
  const step = mostFrequent(steps);
  steps.delete(1);
  return { kind: kindOf(tabs, spaces), unit: mostFrequent(steps), step, blocks, deepest };
}

/** Fewer indented lines do not show a style. */
const MIN_LINES = 2;

/** One tab among this many space-indented lines is an accident. */
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
