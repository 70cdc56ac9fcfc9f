import { describe, expect, it } from 'vitest';
import { analyzeCommand, judgeCommand } from '../../src/index.ts';
import { PROGRAM_TABLES, findProgram } from '../../src/programs/program-table.ts';
import type { Program } from '../../src/programs/program.ts';

describe('the program table', () => {
  const programs = Object.entries(PROGRAM_TABLES).flatMap(([area, table]) =>
    Object.entries(table()).map(([names, program]) => ({ area, names, program })),
  );

  it('names every program once', () => {
    const names = programs.flatMap((entry) => entry.names.split(' '));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it.each(programs)('spells the options of $names as options', ({ program }) => {
    for (const key of optionKeys(program)) expect(key).toMatch(/^(?:--?[^\s-]\S*|-[-~#?.]|--)(?: --?\S+)*$/);
  });

  it.each(programs.filter(({ program }) => isRead(program)))(
    'asks about options of $names that it does not know',
    ({ names }) => {
      for (const name of names.split(' ')) {
        for (const option of ['--no-such-option', '--no-such-option=x']) {
          const analysis = analyzeCommand(`${name} ${option}`, { cwd: '/ws' });
          const policy = { allow: [`${name} *`], roots: ['/ws'], inspectFiles: false };
          expect(judgeCommand(analysis, policy).decision).toBe('ask');
        }
      }
    },
  );

  it('asks about unknown options of every subcommand of git that only reads', () => {
    for (const name of 'log show diff status grep blame ls-files cat-file rev-parse describe branch tag remote'.split(
      ' ',
    )) {
      const analysis = analyzeCommand(`git ${name} --no-such-option`, { cwd: '/ws' });
      const policy = { allow: [`git ${name} *`], roots: ['/ws'], inspectFiles: false };
      expect(judgeCommand(analysis, policy).decision).toBe('ask');
    }
  });

  it('knows programs by their folder and version', () => {
    expect(findProgram('/usr/bin/git').key).toBe('git');
    expect(findProgram('python3.12').key).toBe('python');
    expect(findProgram('gcc-12').key).toBe('gcc');
    expect(findProgram('bzip2').key).toBe('bzip2');
    expect(findProgram('./scripts/check.sh').key).toBe('check.sh');
  });
});

/** Everything but programs that a rule lets do as they like, and those whose arguments are no options. */
function isRead(program: Program): boolean {
  return program.allowUnknownOptions !== true && program.alwaysHarmless !== true && program.skipOptionParsing !== true;
}

function optionKeys(program: Program): string[] {
  const nested = Object.values(program.subcommands ?? {}).flatMap(optionKeys);
  return [...Object.keys(program.options ?? {}), ...nested];
}
