import { analyzeArgv, type CommandAnalysis } from '@ku0/agent-runtime-tools-commands';
import type { CallPlace } from '../call-facts.ts';
import type { ToolProfile } from '../tool-profile.ts';
import { CommandAnalysisCache } from './command-analysis-cache.ts';

export interface CallCommand {
  readonly command: CommandAnalysis | undefined;
  /** The words of the command, if it is started without a shell. */
  readonly argv: readonly string[] | undefined;
  /** A parameter that decides what runs but cannot be interpreted. */
  readonly malformed?: string;
}

/** The command that a call would run. */
export function callCommand(
  { family, known }: ToolProfile,
  params: Readonly<Record<string, unknown>>,
  cwd: string,
  { home, commands = new CommandAnalysisCache() }: CallPlace,
): CallCommand {
  if (family !== 'Bash') return NO_COMMAND;
  const given = params['command'] ?? params['cmd'] ?? (known === undefined ? undefined : params['script']);
  const options = home === undefined ? { cwd } : { cwd, home };
  const args = params['args'];
  if (isStringList(given) && given.length > 0) {
    const hasArgs = args !== undefined && args !== null && !(Array.isArray(args) && args.length === 0);
    return { command: analyzeArgv(given, options), argv: given, ...(hasArgs && { malformed: 'args' }) };
  }
  if (typeof given !== 'string') return NO_COMMAND;
  if (args === undefined || args === null || (Array.isArray(args) && args.length === 0)) {
    return { command: commands.analyze(given, cwd, home), argv: undefined };
  }
  // With `args` the program is started without a shell, so nothing in the words is expanded. An empty list may mean either.
  const argv = [given, ...(Array.isArray(args) ? args.map(textOf) : [textOf(args)])];
  return { command: analyzeArgv(argv, options), argv, ...(!isStringList(args) && { malformed: 'args' }) };
}

const NO_COMMAND: CallCommand = { command: undefined, argv: undefined };

/** An approximation of what a tool would make of the value, for rules that deny or ask. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function isStringList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
