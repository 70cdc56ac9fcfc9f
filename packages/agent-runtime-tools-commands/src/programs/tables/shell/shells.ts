import { hasOption, type Call } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { addPossiblePaths } from '../../../calls/possible-path.ts';
import {
  RUNS_INPUT,
  hazard,
  each,
  flag,
  hazardFlag,
  runs,
  text,
  type Program,
  type ProgramTable,
} from '../../program.ts';

const OPTIONS = {
  ...each('-c -s', flag),
  ...each('-b -e -f -h -m -n -p -t -u -v -x -B -C -E -P -T', flag),
  ...each('--posix --norc --noprofile --verbose --version --help', flag),
  ...each(
    '-i -l --login -r --restricted -a -k',
    hazardFlag('executes', 'reads start-up files or reads its script in another way'),
  ),
  '-o': text,
  '-O': runs('changes how the shell reads its script'),
  '--rcfile --init-file': runs('runs a start-up file'),
};

/** Shells: with `-c`, or a here-document, their script is looked through. */
export const shells: ProgramTable = () => ({
  bash: shell('bash'),
  'sh dash ash': shell('posix'),
  'zsh ksh ksh93 mksh lksh oksh pdksh yash posh osh ysh sash rc es fish csh tcsh rbash pwsh powershell nu xonsh elvish execlineb':
    {
      ...shell('posix'),
      allowUnknownOptions: true,
      wrapper: 'opaque',
      hazard: hazard('executes', 'runs a script of a shell that is not looked into', 'exact'),
    },
});

function shell(dialect: 'bash' | 'posix'): Program {
  return {
    wrapper: 'transparent',
    optionStyle: 'leading',
    options: OPTIONS,
    operands: 'text',
    inspect: (call, found) => readShell(call, found, dialect),
    suggest: 'never',
  };
}

function readShell(call: Call, found: Findings, dialect: 'bash' | 'posix'): void {
  const [first, ...others] = call.operands;
  for (const option of call.options) {
    if (
      option.name === '-o' &&
      option.value !== undefined &&
      !/^(?:errexit|nounset|pipefail|xtrace|noglob)$/.test(option.value.text)
    ) {
      found.addHazard(hazard('executes', 'changes how the shell reads its script', 'exact'), option.value.index);
    }
  }
  if (hasOption(call, '-c')) {
    if (first === undefined) return;
    if (first.kind !== 'literal') {
      found.addHazard(hazard('executes', 'runs a script that is not known beforehand', 'whole'), first.index);
    }
    // The rest are the script's own arguments: to the script they are unknown, so they are no more than guesses.
    found.addShellScript(first.text, `${call.name} -c`, { dialect, arguments: others.map((other) => other.text) });
  } else if (first !== undefined && !hasOption(call, '-s')) {
    if (first.text.startsWith('+')) {
      found.addHazard(hazard('unknown', `the option ${first.text} is not known here`), first.index);
    }
    if (first.kind === 'literal') found.addPath('read', first);
    if (first.likelyOutput !== undefined) found.addShellScript(first.likelyOutput, call.name, { dialect });
    found.addHazard(hazard('executes', `runs the script ${first.text}`), first.index);
    for (const other of others) {
      if (other.kind === 'literal') addPossiblePaths(found, other.text, other.index, true);
      else found.addUnknownArgument(other.index);
    }
  } else if (!hasOption(call, '--version', '--help')) {
    readInput(call, found, dialect);
  }
}

function readInput(call: Call, found: Findings, dialect: 'bash' | 'posix'): void {
  if (call.stdin !== undefined) found.addShellScript(call.stdin.text, call.name, { dialect });
  if (call.stdin?.isCertain !== true) {
    found.addHazard(RUNS_INPUT, call.args.length);
  }
}
