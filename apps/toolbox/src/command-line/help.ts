import type { Command } from './command.ts';

/** What `toolbox --help` says. */
export function programHelp(program: string, commands: readonly Command[]): string {
  return [
    'The agent runtime tools on the command line.',
    '',
    `Usage: ${program} COMMAND [OPTIONS]`,
    '',
    'Commands',
    ...aligned(commands.map((command) => [`${command.name} ${command.operands}`.trim(), command.summary])),
    '',
    'Options',
    ...aligned([
      ['--help, -h', 'Show this help; after a command, the help of that command'],
      ['--version', 'Show the version'],
    ]),
    '',
    ...EXIT_CODES,
  ].join('\n');
}

/** What `toolbox COMMAND --help` says. */
export function commandHelp(program: string, command: Command): string {
  const options = Object.entries(command.options).map(([name, { value, description }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    description,
  ]);
  const usage = [program, command.name, command.operands, options.length > 0 && '[OPTIONS]'].filter(Boolean).join(' ');
  return [
    `${command.summary}.`,
    '',
    `Usage: ${usage}`,
    '',
    'Options',
    ...aligned([...options, ['--help, -h', 'Show this help']]),
    '',
    'Examples',
    ...command.examples.map((example) => `  ${program} ${example}`),
    '',
    ...EXIT_CODES,
  ].join('\n');
}

const EXIT_CODES = ['Exit codes', '  0 ok   1 the tool failed   2 the command line was not understood   3 denied'];

function aligned(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(...rows.map(([left = '']) => left.length));
  return rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}  ${right}`);
}
