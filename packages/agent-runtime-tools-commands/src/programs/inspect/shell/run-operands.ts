import type { Call, CallArgument } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { RUNS_INPUT } from '../../program.ts';

/**
 * Adds the operands as a command. The word after an unknown option may be its value, so later words are tried as the
 * beginning too.
 *
 *     nice -n 5 npm test            ->  npm test
 *     wrapper --unknown npm test    ->  npm test, and test
 */
export function runOperands(call: Call, found: Findings): void {
  const starts = call.hasUnknownOption ? MAX_READINGS : 1;
  for (const operand of call.operands.slice(0, starts)) found.addCommand(argumentsFrom(call, operand.index), call.name);
}

/** Tries each of the first words as the beginning of the command, for wrappers whose options are not in the table. */
export function runAnyOperands(call: Call, found: Findings): void {
  for (const operand of call.operands.slice(0, MAX_READINGS)) {
    found.addCommand(argumentsFrom(call, operand.index), call.name);
  }
}

/** The first operand is a path, such as a lock file or a new root; the others are a command, or `-c` and a script. */
export function runLaterOperands(call: Call, found: Findings): void {
  const [first, second] = call.operands;
  if (first === undefined || second === undefined) return;
  const rest = argumentsFrom(call, second.index);
  const script = /^(?:-c|--command)$/.test(second.text) ? rest[1]?.word : undefined;
  if (script !== undefined) found.addShellScript(script.value, call.name);
  else found.addCommand(rest, call.name);
  if (call.hasUnknownOption) runOperands(call, found);
}

/** Without a command, the program runs commands from its input. */
export function runOrRead(call: Call, found: Findings): void {
  if (call.operands.length > 0) runOperands(call, found);
  else if (!call.args.some(({ word }) => /^--(?:version|help)$/.test(word.value))) {
    found.addHazard(RUNS_INPUT, call.args.length);
  }
}

/** Adds the operands, joined by blanks, as a shell script. */
export function runShellOperands(call: Call, found: Findings): void {
  const words = argumentsFrom(call, call.operands[0]?.index ?? Infinity).map((arg) => arg.word.value);
  if (words.length > 0) found.addShellScript(words.join(' '), call.name);
}

export function argumentsFrom(call: Call, index: number): readonly CallArgument[] {
  return call.args.slice(call.args.findIndex((arg) => arg.index >= index)).filter((arg) => arg.index >= index);
}

/** How many words are tried as the beginning of a command. */
export const MAX_READINGS = 4;

/** `command -v name` only prints where a program is. */
export function inspectCommandBuiltin(call: Call, found: Findings): void {
  if (!call.options.some((option) => option.name === '-v')) runOperands(call, found);
}

/** `parallel command ::: args`; without a command it reads commands from its input. */
export function inspectParallel(call: Call, found: Findings): void {
  if (call.operands.length > 0) runShellOperands(call, found);
  else runOrRead(call, found);
}
