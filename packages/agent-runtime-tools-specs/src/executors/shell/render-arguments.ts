import type { ToolArguments } from '../spec-executor.ts';
import { parametersOf, type Template } from '../template/placeholders.ts';
import { refused, valueText } from '../template/value-text.ts';

export interface RenderOptions {
  /** Parameters whose values may begin with a dash. */
  readonly allowLeadingDash: ReadonlySet<string>;
}

/**
 * The arguments of a call. Each value is exactly one argument, or a part of one. A list that is a whole word is one argument
 * per item; a word with a parameter that was not given is left out. Throws a ToolFailure for a value that cannot be used.
 */
export function renderArguments(words: readonly Template[], args: ToolArguments, options: RenderOptions): string[] {
  const rendered: string[] = [];
  // What follows a literal `--` is never an option.
  let afterDashes = false;
  for (const word of words) {
    const [first] = word;
    const only = word.length === 1 && first !== undefined && 'parameter' in first ? first.parameter : undefined;
    if (parametersOf(word).some((name) => args[name] === undefined || args[name] === null)) continue;
    if (only !== undefined) {
      const values = [args[only]].flat();
      rendered.push(...values.map((value) => wholeWord(only, value, options, afterDashes)));
    } else {
      const text = word.map((piece) => ('text' in piece ? piece.text : partOfWord(piece.parameter, args))).join('');
      const isFixed = first === undefined || 'text' in first;
      if (!isFixed && !afterDashes) checkDash(first.parameter, text, args[first.parameter], options);
      rendered.push(text);
      if (text === '--' && word.every((piece) => 'text' in piece)) afterDashes = true;
    }
  }
  return rendered;
}

function wholeWord(name: string, value: unknown, options: RenderOptions, afterDashes: boolean): string {
  const text = valueText(name, value);
  if (!afterDashes) checkDash(name, text, value, options);
  return text;
}

function partOfWord(name: string, args: ToolArguments): string {
  const value = args[name];
  if (Array.isArray(value)) throw refused(name, 'is a list, which cannot be a part of an argument');
  return valueText(name, value);
}

/** `find {folder}` with `-delete` would do something else altogether. A negative number is no option. */
function checkDash(name: string, text: string, value: unknown, { allowLeadingDash }: RenderOptions): void {
  if (!text.startsWith('-') || typeof value === 'number' || allowLeadingDash.has(name)) return;
  throw refused(
    name,
    'begins with a dash, so the program would take it for an option',
    'For a file, put ./ in front of its name.',
  );
}
