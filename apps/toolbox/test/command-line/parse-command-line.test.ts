import { describe, expect, it } from 'vitest';
import type { Command } from '../../src/command-line/command.ts';
import { parseCommandLine } from '../../src/command-line/parse-command-line.ts';

const COMMAND: Command = {
  name: 'paint',
  summary: 'Paint a wall',
  forms: [{ operands: 'WALL [COLOUR]', summary: 'Paint it' }],
  arity: [1, 2],
  options: {
    coats: { value: 'N', description: 'How many' },
    finish: { value: 'HOW', choices: ['matt', 'gloss'], description: 'How it shines' },
    'dry-run': { description: 'Only look' },
  },
  examples: [],
  load: () => Promise.reject(new Error('never loaded')),
};

const parse = (...args: string[]): ReturnType<typeof parseCommandLine> => parseCommandLine(COMMAND, args, 'toolbox');

describe('parseCommandLine', () => {
  it.each([
    [['north'], ['north'], {}],
    [['north', 'red', '--dry-run'], ['north', 'red'], { 'dry-run': true }],
    [['--coats', '2', 'north'], ['north'], { coats: '2' }],
    [['--coats=2', 'north', '--coats=3'], ['north'], { coats: '3' }],
    [['--coats=-2', 'north'], ['north'], { coats: '-2' }],
    [['north', '-'], ['north', '-'], {}],
    [['--', '--coats', '-x'], ['--coats', '-x'], {}],
    [['--finish', 'matt', 'north'], ['north'], { finish: 'matt' }],
    [['-h'], [], { help: true }],
  ])('reads %j', (args, operands, options) => {
    const { operands: read, options: given } = parse(...args);
    expect({ operands: read, options: given }).toEqual({ operands, options });
  });

  it('keeps every value of an option that is given several times', () => {
    expect(parse('--finish', 'matt', 'north', '--finish=gloss')).toMatchObject({
      options: { finish: 'gloss' },
      values: { finish: ['matt', 'gloss'] },
    });
  });

  it.each([
    [[], 'paint needs more arguments: paint WALL [COLOUR].'],
    [['north', 'red', 'blue'], 'paint has an argument too many: "blue".'],
    [['north', '--coat', '2'], 'paint has no option --coat.'],
    [['north', '-x'], 'paint has no option -x.'],
    [['north', '--constructor'], 'paint has no option --constructor.'],
    [['north', '--dry-run=yes'], '--dry-run takes no value.'],
    [['north', '--coats'], '--coats needs a value: --coats N.'],
    [['north', '--coats='], '--coats needs a value: --coats N.'],
    [['north', '--coats', '--dry-run'], '--coats needs a value: --coats N.'],
    [['north', '--finish', 'mat'], '--finish takes matt or gloss, not "mat".'],
  ])('refuses %j', (args, message) => {
    expect(() => parse(...args)).toThrow(expect.objectContaining({ name: 'UsageError', message }) as Error);
  });

  it('points to the help of the command', () => {
    expect(() => parse()).toThrow(expect.objectContaining({ next: ['See: toolbox paint --help'] }) as Error);
  });

  it('says how to pass a value that starts with a dash', () => {
    expect(() => parse('north', '--coats', '-2')).toThrow(
      expect.objectContaining({
        next: ['If -2 is the value: --coats=-2', 'See: toolbox paint --help'],
      }) as Error,
    );
  });

  it('lists the known options for a mistyped one', () => {
    expect(() => parse('--coat=2')).toThrow(
      expect.objectContaining({
        mistyped: { name: '--coat', known: ['--coats', '--finish', '--dry-run', '--help'] },
      }) as Error,
    );
  });

  it('says how to quote JSON that the shell has split', () => {
    expect(() => parse('north', '{"a":', '1}')).toThrow(
      expect.objectContaining({
        next: [expect.stringContaining('single quotes'), 'See: toolbox paint --help'] as string[],
      }) as Error,
    );
  });
});
