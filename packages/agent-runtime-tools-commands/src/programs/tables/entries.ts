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
/** An option whose value is a program text in another language than the shell's. */
export const code: OptionUse = { takes: 'value', role: 'code' };
/** Options that nearly every program has. */
export const helpOptions: Options = { '--help': flag, '--version': flag };

/** An option whose value is run, or names what is run. */
export function runs(why: string): OptionUse {
  return { takes: 'value', hazard: hazard('executes', why) };
}

/** An option without a value that is a hazard. */
export function hazardFlag(kind: HazardKind, why: string): OptionUse {
  return { takes: 'nothing', hazard: hazard(kind, why) };
}

/** An option whose value may only be part of the same word, and that is a hazard. */
export function attachedHazard(kind: HazardKind, why: string): OptionUse {
  return { takes: 'attached', hazard: hazard(kind, why) };
}

/** Many options of one kind: `each('-a -b -c', flag)`. Each is an option of its own, not a spelling of the first. */
export function each(names: string | readonly string[], use: OptionUse): Options {
  const options: Record<string, OptionUse> = {};
  const spelled = typeof names === 'string' ? names : names.join(' ');
  for (const name of spelled.split(' ')) options[name] = use;
  return options;
}

export const editsInPlace: OptionUse = hazardFlag('writes', 'edits files in place');
export const otherRules: OptionUse = runs('takes its rules from another file');
export const otherProject: OptionUse = { ...reads, hazard: hazard('executes', 'works in another project') };

/** Prints what it reads from its operands. */
export const fileReader: Program = { operands: 'read', suggest: 'prefix' };
/** A program whose options are not all in the table, and whose operands may be paths. */
export const permissive: Program = { allowUnknownOptions: true, operands: 'maybe-path', suggest: 'never' };
/** The operands are a command. A rule has to name both, or each needs one: `uv run pytest`. */
export const runsNamedCommand: Program = {
  wrapper: 'named',
  allowUnknownOptions: true,
  optionStyle: 'leading',
  operands: 'text',
  inspect: runOperands,
  suggest: 'never',
};
export const interactive: Program = exactRuleOnly('executes', 'opens a program in which commands can be run');

/** A program that is a hazard whatever its arguments: a rule has to name it, or the subcommand. */
export function namedHazard(kind: HazardKind, why: string): Program {
  return { ...permissive, hazard: hazard(kind, why) };
}

/** A program that only a rule without `*` covers. */
export function exactRuleOnly(kind: HazardKind, why: string): Program {
  return { ...permissive, hazard: hazard(kind, why, 'exact') };
}
