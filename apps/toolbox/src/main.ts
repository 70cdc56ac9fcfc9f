import type { ToolPack } from '@ku0/agent-runtime-tools-core';
import { Terminal } from '@ku0/agent-runtime-tools-terminal';
import { commandHelp, programHelp } from './command-line/help.ts';
import { parseCommandLine } from './command-line/parse-command-line.ts';
import { programName } from './command-line/suggested-command.ts';
import { UsageError } from './command-line/usage-error.ts';
import { COMMANDS, COMMAND_GROUPS } from './commands/commands.ts';
import { FAILED, OK, USAGE, type ExitCode } from './exit-code.ts';
import { toolboxVersion } from './version.ts';

/** Runs the command line of this process and sets the exit code. Never rejects. */
export async function main({ packs }: { packs?: readonly ToolPack[] } = {}): Promise<void> {
  const terminal = new Terminal(process, process.env);
  const program = programName(process.argv[1], process.cwd(), process.env);
  const code = await runSafely(process.argv.slice(2), terminal, program, packs);
  await terminal.out.flush();
  const { error } = terminal.out;
  if (error !== undefined) terminal.err.line(`toolbox: the output could not be written: ${error.message}`);
  await terminal.err.flush();
  process.exitCode = error === undefined ? code : FAILED;
  // Timers and sockets that a tool left open do not keep the process alive.
  setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
}

const EXIT_GRACE_MS = 500;

async function runSafely(
  args: readonly string[],
  terminal: Terminal,
  program: string,
  packs?: readonly ToolPack[],
): Promise<ExitCode> {
  try {
    return await run(args, terminal, program, packs);
  } catch (error) {
    const { showError } = await import('./command-line/show-error.ts');
    return showError(error, terminal);
  }
}

async function run(
  args: readonly string[],
  terminal: Terminal,
  program: string,
  packs?: readonly ToolPack[],
): Promise<ExitCode> {
  const [first, ...rest] = args;
  const name = first === 'help' ? rest[0] : first;
  if (name === '--version' || name === '-V') {
    terminal.out.line(toolboxVersion());
    return OK;
  }
  if (name === undefined || name === '--help' || name === '-h') {
    const isRequested = first !== undefined;
    const output = isRequested ? terminal.out : terminal.err;
    output.line(programHelp(program, COMMAND_GROUPS, output));
    return isRequested ? OK : USAGE;
  }
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) throw await unknownCommand(name, program, packs);
  const { operands, options, values } = parseCommandLine(command, first === 'help' ? ['--help'] : rest, program);
  if (options['help'] === true) {
    terminal.out.line(commandHelp(program, command, terminal.out));
    return OK;
  }
  const runCommand = await command.load();
  return runCommand({ operands, options, values, terminal, program, packs });
}

async function unknownCommand(name: string, program: string, packs?: readonly ToolPack[]): Promise<UsageError> {
  const { toolboxPacks } = await import('./toolbox-packs.ts');
  const isTool = (packs ?? (await toolboxPacks())).some(({ tools }) => tools.some((tool) => tool.name === name));
  if (isTool)
    return new UsageError(`${name} is a tool, not a command.`, { next: [`To call it: ${program} call ${name}`] });
  const help = `See: ${program} --help`;
  if (!name.startsWith('-')) {
    const known = COMMANDS.map((each) => each.name);
    return new UsageError(`There is no command ${name}.`, { mistyped: { name, known }, next: [help] });
  }
  const next = [`Options of a command come after it: ${program} COMMAND ${name}`, help];
  return new UsageError(`There is no option ${name} before a command.`, {
    mistyped: { name, known: ['--help', '--version'] },
    next,
  });
}
