import type { HazardKind } from '../../command-analysis.ts';
import { hazard, type Options, type OptionUse, type Program } from '../program.ts';
import { runOperands } from '../inspect/shell/run-operands.ts';

/** An option without a value. */
export const flag: OptionUse = { takes: 'nothing' };
/** An option that can be left out of a command without changing what the command does. */
export const ignorable: OptionUse = { takes: 'nothing', ignorable: true };
/** An option whose value names nothing outside the program. */
export const text: OptionUse = { takes: 'value', role: 'text' };
/** As `text`, with a value only in the same word: `--color=auto`, `-U3`. */
export const attached: OptionUse = { takes: 'attached', role: 'text' };
export const reads: OptionUse = { takes: 'value', role: 'read' };
export const writes: OptionUse = { takes: 'value', role: 'write' };
export const edits: OptionUse = { takes: 'value', role: 'edit' };
export const maybePath: OptionUse = { takes: 'value', role: 'maybe-path' };
/** An option whose value is source code in a language other than shell. */
export const code: OptionUse = { takes: 'value', role: 'code' };
/** Options that nearly every program has. */
export const helpOptions: Options = { '--help': flag, '--version': flag };

/** An option whose value is a program to run, or decides which program runs. */
export function runs(why: string): OptionUse {
  return { takes: 'value', hazard: hazard('executes', why) };
}

/** An option without a value that makes the call a hazard. */
export function hazardFlag(kind: HazardKind, why: string): OptionUse {
  return { takes: 'nothing', hazard: hazard(kind, why) };
}

/** The same for an option whose optional value is part of the same word. */
export function attachedHazard(kind: HazardKind, why: string): OptionUse {
  return { takes: 'attached', hazard: hazard(kind, why) };
}

/**
 * Several options of one kind: `each('-a -b', flag)` is `{ '-a': flag, '-b': flag }`. The key `'-a -b'` would be two
 * spellings of one option.
 */
export function each(names: string | readonly string[], use: OptionUse): Options {
  const options: Record<string, OptionUse> = {};
  const spelled = typeof names === 'string' ? names : names.join(' ');
  for (const name of spelled.split(' ')) options[name] = use;
  return options;
}

export const editsInPlace: OptionUse = hazardFlag('writes', 'edits files in place');
export const otherRules: OptionUse = runs('takes its rules from another file');
export const otherProject: OptionUse = { ...reads, hazard: hazard('executes', 'works in another project') };

/** Reads its operands and prints. */
export const fileReader: Program = { operands: 'read', suggest: 'prefix' };
/** A program whose options are not all in the table, and whose operands may be paths. */
export const permissive: Program = { allowUnknownOptions: true, operands: 'maybe-path', suggest: 'never' };
/** The operands are a command: `uv run pytest`. Either one rule names both programs, or each has a rule of its own. */
export const runsNamedCommand: Program = {
  wrapper: 'named',
  allowUnknownOptions: true,
  optionStyle: 'leading',
  operands: 'text',
  inspect: runOperands,
  suggest: 'never',
};
export const interactive: Program = exactRuleOnly('executes', 'opens a program in which commands can be run');

/** A program or subcommand that is a hazard with any arguments: a rule has to name it. */
export function namedHazard(kind: HazardKind, why: string): Program {
  return { ...permissive, hazard: hazard(kind, why) };
}

/** A program that only a rule without `*` covers. */
export function exactRuleOnly(kind: HazardKind, why: string): Program {
  return { ...permissive, hazard: hazard(kind, why, 'exact') };
}
