import type { CommandPart, CommandWord } from '../../command-analysis.ts';
import { wordSet } from '../../words/word-set.ts';

/** The variable of a `for` loop while the body is analysed with one of its values, which is then certain. */
export class LoopVariable {
  readonly name: string;
  readonly value: CommandWord;
  /** The analysis relied on its value. */
  used = false;
  /** The body assigns it. */
  changed = false;

  constructor(name: string, value: CommandWord) {
    this.name = name;
    this.value = value;
  }

  /** Whether the body may have changed a value that the analysis relied on. */
  isDoubtful(body: readonly CommandPart[]): boolean {
    return this.used && (this.changed || body.some((part) => this.maySet(part)));
  }

  private maySet({ program, argv, words, assignments }: CommandPart): boolean {
    if (assignments.some(({ name }) => name === this.name)) return true;
    if (SETTERS.has(program)) return true;
    // These commands name the variable they set.
    if (!NAMING.has(program)) return false;
    return argv.slice(1).some((word) => word.includes(this.name)) || words.some(({ kind }) => kind !== 'literal');
  }
}

/** Whether a command before the loop may have changed attributes of variables, as `declare -i x` does. */
export function changesAttributes({ program }: CommandPart): boolean {
  return ATTRIBUTES.has(program);
}

const ATTRIBUTES = wordSet('declare typeset local readonly');
const NAMING = wordSet('read mapfile readarray unset getopts wait export printf');
const SETTERS = wordSet('declare typeset local readonly let eval source . trap alias shopt enable');
