import { readTemplate, type Template } from '../template/placeholders.ts';
import { SpecConfigError } from '../spec-executor.ts';

/** What a shell would act on. Without a shell it would reach the program as it is, which nobody means. */
const FOR_A_SHELL = /[|&;<>()$`*?\n]/;

/**
 * Splits a command into words as a shell does, with quotes and backslashes, and each word into its pieces. A value never
 * takes part in the splitting:
 *
 *   grep -e {pattern} 'my file'     [grep] [-e] [{pattern}] [my file]
 */
export function readCommandWords(command: string | readonly string[], parameters: ReadonlySet<string>): Template[] {
  const words = typeof command === 'string' ? splitWords(command) : command;
  return words.map((word) => readTemplate(word, parameters));
}

function splitWords(command: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < command.length; at++) {
    const character = command.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
      else if (quote === '"' && character === '\\' && /["\\]/.test(command.charAt(at + 1)))
        word += command.charAt(++at);
      else word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (character === '\\') {
      if (at + 1 === command.length) throw new SpecConfigError('command: nothing follows the last backslash');
      word = (word ?? '') + command.charAt(++at);
    } else if (/[ \t\r\n]/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (FOR_A_SHELL.test(character)) {
      throw new SpecConfigError(
        `command: ${character} would need a shell. Quote it, or set shell: true to run the whole line in a shell`,
      );
    } else word = (word ?? '') + character;
  }
  if (quote !== '') throw new SpecConfigError(`command: a ${quote} is not closed`);
  if (word !== undefined) words.push(word);
  return words;
}
