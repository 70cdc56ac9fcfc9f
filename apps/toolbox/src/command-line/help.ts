import { wrapToWidth, type Output } from '@ku0/agent-runtime-tools-terminal';
import type { Command, CommandGroup } from './command.ts';
import { suggestedCommand } from './suggested-command.ts';

/** The text of `toolbox --help`. */
export function programHelp(program: string, groups: readonly CommandGroup[], output: HelpOutput): string {
  const rows = groups.map(({ commands }) =>
    commands.flatMap(({ name, forms }) =>
      forms.map(({ operands, summary }) => [`${name} ${operands}`.trim(), summary]),
    ),
  );
  const lines = aligned(rows.flat(), output);
  return [
    'The agent runtime tools on the command line.',
    '',
    `Usage: ${program} COMMAND [OPTIONS]`,
    '',
    ...groups.flatMap(({ title }, index) => [title, ...lines.splice(0, rows[index]?.length ?? 0).flat(), '']),
    'Options',
    ...aligned(
      [
        ['--help, -h', 'Show this help; after a command, the help of that command'],
        ['--version', 'Show the version'],
      ],
      output,
    ).flat(),
    '',
    'Examples',
    ...FIRST_STEPS.map((example) => `  ${suggestedCommand(program, example)}`),
    '',
    ...EXIT_CODES,
  ].join('\n');
}

/** From looking at the tools to taking back what one of them did. */
const FIRST_STEPS = [
  'list',
  'describe read_file',
  'call read_file \'{"path": "README.md"}\'',
  'history',
  'undo',
  'doctor',
];

/** The text of `toolbox COMMAND --help`. */
export function commandHelp(program: string, command: Command, output: HelpOutput): string {
  const options = Object.entries(command.options).map(([name, { value, description }]) => [
    value === undefined ? `--${name}` : `--${name} ${value}`,
    description,
  ]);
  const usages = command.forms.map(({ operands }) =>
    [program, command.name, operands, options.length > 0 && '[OPTIONS]'].filter(Boolean).join(' '),
  );
  return [
    `${command.summary}.`,
    '',
    ...usages.map((usage, index) => `${index === 0 ? 'Usage:' : '      '} ${usage}`),
    '',
    'Options',
    ...aligned([...options, ['--help, -h', 'Show this help']], output).flat(),
    '',
    'Examples',
    ...command.examples.flatMap(([example, does]) => [`  # ${does}`, `  ${suggestedCommand(program, example)}`]),
    '',
    ...EXIT_CODES,
  ].join('\n');
}

const EXIT_CODES = ['Exit codes', '  0 ok   1 the tool failed   2 the command line is invalid   3 denied'];

/** Where the help is shown: on a terminal, descriptions are wrapped to its width. */
export type HelpOutput = Pick<Output, 'isTerminal' | 'columns'>;

/** The lines of each row, in two columns. */
function aligned(rows: readonly (readonly string[])[], { isTerminal, columns }: HelpOutput): string[][] {
  const width = Math.max(...rows.map(([left = '']) => left.length));
  const room = isTerminal ? Math.max(MIN_DESCRIPTION_WIDTH, columns - width - 5) : Infinity;
  return rows.map(([left = '', right = '']) =>
    wrapToWidth(right, room).map((line, index) => `  ${(index === 0 ? left : '').padEnd(width)}  ${line}`),
  );
}

const MIN_DESCRIPTION_WIDTH = 24;
