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
 * Refuses templates such as `env {x}`, `xargs {x}` or `sh -c {x}`, where a value would be the name of a program or a command.
 * The analysis of commands knows the programs that run others.
 */
async function requireFixedPrograms(argv: Argv, declared: ReadonlySet<string>): Promise<void> {
  const marked = Object.fromEntries([...declared].map((name) => [name, MARKER]));
  const { analyzeArgv } = await import('@ku0/agent-runtime-tools-commands');
  const { parts } = analyzeArgv(argv(marked), { cwd: '/', home: '/' });
  const chosen = parts.find((part) => part.argv[0]?.includes(MARKER) === true || part.program.includes(MARKER));
  if (chosen !== undefined) throw new SpecConfigError(`command: a parameter cannot choose the program: ${chosen.text}`);
}

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
