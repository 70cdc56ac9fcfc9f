import { analyzeArgv, type CommandAnalysis } from '@ku0/agent-runtime-tools-commands';
import type { CallPlace, ToolProfile } from '../call-facts.ts';
import { CommandAnalysisCache } from './command-analysis-cache.ts';

export interface CallCommand {
  readonly command: CommandAnalysis | undefined;
  /** The command's words, where it is started without a shell. */
  readonly argv: readonly string[] | undefined;
  /** A parameter that decides what runs and cannot be read. */
  readonly strange?: string;
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
  if (isTexts(given) && given.length > 0) {
    const isMore = args !== undefined && args !== null && !(Array.isArray(args) && args.length === 0);
    return { command: analyzeArgv(given, options), argv: given, ...(isMore && { strange: 'args' }) };
  }
  if (typeof given !== 'string') return NO_COMMAND;
  if (args === undefined || args === null || (Array.isArray(args) && args.length === 0)) {
    return { command: commands.analyze(given, cwd, home), argv: undefined };
  }
  // With `args`, the program is started directly: every word is what it is. An empty list may mean either.
  const argv = [given, ...(Array.isArray(args) ? args.map(textOf) : [textOf(args)])];
  return { command: analyzeArgv(argv, options), argv, ...(!isTexts(args) && { strange: 'args' }) };
}

const NO_COMMAND: CallCommand = { command: undefined, argv: undefined };

/** For what restricts: the nearest to what a tool could make of it. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
