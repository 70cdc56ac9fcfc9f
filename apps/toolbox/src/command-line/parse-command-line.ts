import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Command, CommandOption, CommandOptions, CommandValues } from './command.ts';
import { UsageError } from './usage-error.ts';

export interface ParsedCommandLine {
  readonly operands: readonly string[];
  readonly options: CommandOptions;
  readonly values: CommandValues;
}

/** Parses the arguments after a command's name. Throws a UsageError if the command does not accept them. */
export function parseCommandLine(command: Command, args: readonly string[], program: string): ParsedCommandLine {
  const known: Readonly<Record<string, CommandOption>> = { ...command.options, help: HELP };
  const help = `See: ${program} ${command.name} --help`;
  const operands: string[] = [];
  const options: Record<string, string | true> = {};
  const values: Record<string, string[]> = {};
  for (const token of tokensOf(known, args)) {
    if (token.kind === 'positional') operands.push(token.value);
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (option === undefined) {
      const names = Object.keys(known).map((name) => `--${name}`);
      throw new UsageError(`${command.name} has no option ${token.rawName}.`, {
        mistyped: { name: token.rawName, known: names },
        next: [help],
      });
    }
    const value = valueOf(token, option, help);
    options[token.name] = value;
    if (value !== true) (values[token.name] ??= []).push(value);
  }
  if (options['help'] === undefined) checkOperands(command, operands, help);
  return { operands, options, values };
}

const HELP: CommandOption = { description: 'Show this help' };

interface OptionToken {
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function tokensOf(known: Readonly<Record<string, CommandOption>>, args: readonly string[]) {
  const options: ParseArgsConfig['options'] = {};
  for (const [name, { value }] of Object.entries(known))
    options[name] = { type: value === undefined ? 'boolean' : 'string' };
  options['help'] = { type: 'boolean', short: 'h' };
  return parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

function valueOf(
  { rawName, value, inlineValue }: OptionToken,
  { value: placeholder, choices }: CommandOption,
  help: string,
): string | true {
  if (placeholder === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value.`, { next: [help] });
    return true;
  }
  // `--policy --json` lacks the value; `--policy=--json` has one.
  const looksLikeOption = value !== undefined && inlineValue !== true && value.startsWith('-');
  if (value === undefined || value === '' || looksLikeOption) {
    throw new UsageError(`${rawName} needs a value: ${rawName} ${placeholder}.`, {
      next: [...(looksLikeOption ? [`If ${value} is the value: ${rawName}=${value}`] : []), help],
    });
  }
  if (choices !== undefined && !choices.includes(value)) {
    throw new UsageError(`${rawName} takes ${listed(choices)}, not "${value}".`, {
      mistyped: { name: value, known: choices },
      next: [help],
    });
  }
  return value;
}

function checkOperands(command: Command, operands: readonly string[], help: string): void {
  const [min, max] = command.arity;
  if (operands.length < min)
    throw new UsageError(`${command.name} needs more arguments: ${formsOf(command)}.`, { next: [help] });
  if (operands.length <= max) return;
  const shellSplitJson = operands.some((operand) => operand.startsWith('{'));
  throw new UsageError(`${command.name} has an argument too many: "${operands[max] ?? ''}".`, {
    next: [
      ...(shellSplitJson
        ? ['Put the JSON in single quotes, so that the shell does not split it: \'{"key": "value"}\'']
        : []),
      help,
    ],
  });
}

function formsOf({ name, forms }: Command): string {
  return listed(forms.map(({ operands }) => `${name} ${operands}`));
}

function listed(choices: readonly string[]): string {
  return choices.length === 1 ? choices.join() : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1) ?? ''}`;
}
