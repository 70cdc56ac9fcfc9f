import type { CommandPart } from '@ku0/agent-runtime-tools-commands';
import type { ToolSpec } from '../../spec/tool-spec.ts';
import type { ToolArguments } from '../spec-executor.ts';
import { SpecConfigError } from '../spec-executor.ts';
import {
  declaredParameters,
  hasParameters,
  parametersOf,
  readTemplate,
  type Template,
} from '../template/placeholders.ts';
import { valueText } from '../template/value-text.ts';
import type { CommandConfig } from './command-config.ts';
import { readCommandWords } from './command-words.ts';
import { renderArguments, type RenderOptions } from './render-arguments.ts';
import { positionalValues, readShellLine } from './shell-line.ts';

/** A command whose template was read. */
export interface PreparedCommand {
  /** The program and its arguments for a call. Throws a ToolFailure for a value that cannot be used. */
  argv(args: ToolArguments): readonly string[];
  input(args: ToolArguments): string | undefined;
}

/** Stands for a value while a template is checked. */
const MARKER = 'value-of-a-parameter';

/** Reads the template of a command. Rejects with a SpecConfigError, also if a value could choose what is run. */
export async function prepareCommand({ inputSchema }: ToolSpec, config: CommandConfig): Promise<PreparedCommand> {
  const declared = declaredParameters(inputSchema);
  const options: RenderOptions = { allowLeadingDash: new Set(config.allowLeadingDash) };
  const unknown = [...options.allowLeadingDash].find((name) => !declared.has(name));
  if (unknown !== undefined) throw new SpecConfigError(`allow_leading_dash: ${unknown} is not a parameter`);
  const stdin = config.stdin === undefined ? undefined : readTemplate(config.stdin, declared);
  const argv = config.shell === true ? inShell(config, declared, options) : withoutShell(config, declared, options);
  await requireFixedPrograms(argv, declared);
  return { argv, input: (args) => stdin && renderText(stdin, args) };
}

type Argv = PreparedCommand['argv'];

function withoutShell({ command }: CommandConfig, declared: ReadonlySet<string>, options: RenderOptions): Argv {
  const [program, ...words] = readCommandWords(command, declared);
  if (program === undefined || program.length === 0) throw new SpecConfigError('command: there is no program');
  if (hasParameters(program)) throw new SpecConfigError('command: a parameter cannot choose the program');
  const name = program.map((piece) => ('text' in piece ? piece.text : '')).join('');
  return (args) => [name, ...renderArguments(words, args, options)];
}

function inShell({ command }: CommandConfig, declared: ReadonlySet<string>, options: RenderOptions): Argv {
  if (typeof command !== 'string') throw new SpecConfigError('command: with shell: true it is one line, not a list');
  const line = readShellLine(command, declared);
  // The first argument after the script is $0.
  return (args) => ['sh', '-c', line.script, 'sh', ...positionalValues(line, args, options)];
}

/**
 * Refuses templates such as `env {x}`, `xargs {x}`, `sh -c {x}`, `echo {x} | sh` or `x={x}; $x`, where a value would be the
 * name of a program, or a command. The analysis of commands knows the programs that run others.
 */
async function requireFixedPrograms(argv: Argv, declared: ReadonlySet<string>): Promise<void> {
  const marked = Object.fromEntries([...declared].map((name) => [name, MARKER]));
  const words = argv(marked);
  if (!words.some((word) => word.includes(MARKER))) return;
  const { analyzeArgv } = await import('@ku0/agent-runtime-tools-commands');
  const { parts, problems } = analyzeArgv(words, { cwd: '/', home: '/' });
  const unknown = problems.find(({ kind }) => kind === 'dynamic-name');
  const chosen = parts.find(({ program, argv: [name = ''] }) => name.includes(MARKER) || program.includes(MARKER));
  const text = unknown?.text ?? chosen?.text ?? parts.find(runsValue)?.text;
  if (text !== undefined) throw new SpecConfigError(`command: a parameter cannot choose the program: ${text}`);
  const assigned = parts.find(assignsValue);
  if (assigned !== undefined)
    throw new SpecConfigError(`command: a parameter cannot be the value of a variable: ${assigned.text}`);
}

/** `. {x}`, `trap {x} EXIT`, and interpreters that read what is piped to them. */
function runsValue({ program, argv, hazards, pipedFrom, redirects }: CommandPart): boolean {
  const readsInput = pipedFrom !== undefined || redirects.some(({ target }) => target.includes(MARKER));
  return hazards.some(
    ({ kind, wordIndex }) =>
      kind === 'executes' &&
      (RUN_IN_SHELL.has(program) ? argv[wordIndex]?.includes(MARKER) === true : wordIndex === 0 && readsInput),
  );
}

const RUN_IN_SHELL: ReadonlySet<string> = new Set(['.', 'source', 'trap']);

/** `PATH={x} ls` would choose the program as well, and so would many other variables. */
function assignsValue({ program, words, assignments }: CommandPart): boolean {
  return assignments.some(holdsValue) || (ASSIGNING.has(program) && words.some(holdsValue));
}

/** In a shell line, values are positional parameters. */
function holdsValue({ text }: { readonly text: string }): boolean {
  return /\$\{\d+\}/.test(text);
}

const ASSIGNING: ReadonlySet<string> = new Set(['export', 'readonly', 'local', 'declare', 'typeset', 'set', 'read']);

function renderText(template: Template, args: ToolArguments): string | undefined {
  const names = parametersOf(template);
  if (names.length > 0 && names.every((name) => args[name] === undefined)) return undefined;
  return template
    .map((piece) => {
      if ('text' in piece) return piece.text;
      const value = args[piece.parameter];
      return value === undefined || value === null ? '' : valueText(piece.parameter, value);
    })
    .join('');
}
