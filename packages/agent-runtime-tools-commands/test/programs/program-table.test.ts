import { describe, expect, it } from 'vitest';
import { AREAS, findProgram } from '../../src/programs/program-table.ts';
import type { Program } from '../../src/programs/vocabulary.ts';

describe('the program table', () => {
  const programs = Object.entries(AREAS).flatMap(([area, table]) =>
    Object.entries(table()).map(([names, program]) => ({ area, names, program })),
  );

  it('names every program once', () => {
    const names = programs.flatMap((entry) => entry.names.split(' '));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it.each(programs)('spells the options of $names as options', ({ program }) => {
    for (const key of optionKeys(program)) expect(key).toMatch(/^(?:--?[^\s-]\S*|-[-~#?.]|--)(?: --?\S+)*$/);
  });

  it('knows programs by their folder and version', () => {
    expect(findProgram('/usr/bin/git').key).toBe('git');
    expect(findProgram('python3.12').key).toBe('python');
    expect(findProgram('gcc-12').key).toBe('gcc');
    expect(findProgram('bzip2').key).toBe('bzip2');
    expect(findProgram('./scripts/check.sh').key).toBe('check.sh');
  });
});

function optionKeys(program: Program): string[] {
  const nested = Object.values(program.subcommands ?? {}).flatMap(optionKeys);
  return [...Object.keys(program.options ?? {}), ...nested];
}
