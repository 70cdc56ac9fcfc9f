import type { CommandPart, CommandWord } from '../../command-analysis.ts';
import { wordSet } from '../../words/word-set.ts';

/** A loop's variable while its body is walked for one of its values: what it stands for is certain. */
export class LoopVariable {
  readonly name: string;
  readonly value: CommandWord;
  /** Its value was counted on. */
  used = false;
  /** Something in the body sets it. */
  changed = false;

  constructor(name: string, value: CommandWord) {
    this.name = name;
    this.value = value;
  }

  /** Whether the body may have given it another value than the one that was counted on. */
  isDoubtful(body: readonly CommandPart[]): boolean {
    return this.used && (this.changed || body.some((part) => this.maySet(part)));
  }

  private maySet({ program, argv, words, assignments }: CommandPart): boolean {
    if (assignments.some(({ name }) => name === this.name)) return true;
    if (SETTERS.has(program)) return true;
    // These say which variable they set.
    if (!NAMING.has(program)) return false;
    return argv.slice(1).some((word) => word.includes(this.name)) || words.some(({ kind }) => kind !== 'literal');
  }
}

/** Whether something before the loop may have changed how variables take their values. */
export function changesAttributes({ program }: CommandPart): boolean {
  return ATTRIBUTES.has(program);
}

const ATTRIBUTES = wordSet('declare typeset local readonly');
const NAMING = wordSet('read mapfile readarray unset getopts wait export printf');
const SETTERS = wordSet('declare typeset local readonly let eval source . trap alias shopt enable');
