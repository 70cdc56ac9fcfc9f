import { inspectShell } from '../../inspect/shell/shells.ts';
import { each, flag, hazardFlag, runs, text } from '../entries.ts';
import { hazard, type Options, type Program, type ProgramTable } from '../../program.ts';
import { lazy } from '../../../lazy.ts';

const OPTIONS = lazy((): Options => ({
  ...each(
    ['-c -s -b -e -f -h -m -n -p -t -u -v -x -B -C -E -P -T --posix --norc --noprofile --verbose --version', '--help'],
    flag,
  ),
  ...each(
    '-i -l --login -r --restricted -a -k',
    hazardFlag('executes', 'reads start-up files, or parses its script differently'),
  ),
  '-o': text,
  '-O': runs('changes how the shell parses its script'),
  '--rcfile --init-file': runs('runs a start-up file'),
}));

/** Shells. A script given by `-c` or by a here-document is analysed too. */
export const shells: ProgramTable = () => ({
  bash: shell('bash'),
  'sh dash ash': shell('posix'),
  'zsh ksh ksh93 mksh lksh oksh pdksh yash posh osh ysh sash rc es fish csh tcsh rbash pwsh powershell nu xonsh elvish execlineb':
    {
      ...shell('posix'),
      allowUnknownOptions: true,
      wrapper: 'opaque',
      hazard: hazard('executes', 'runs a script of a shell that is not analysed', 'exact'),
    },
});

function shell(dialect: 'bash' | 'posix'): Program {
  return {
    wrapper: 'transparent',
    optionStyle: 'leading',
    options: OPTIONS(),
    operands: 'text',
    inspect: (call, found) => inspectShell(call, found, dialect),
    suggest: 'never',
  };
}
