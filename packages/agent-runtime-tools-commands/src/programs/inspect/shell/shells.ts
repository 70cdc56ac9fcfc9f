import { type Call, hasOption } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { addPossiblePaths } from '../../../calls/possible-path.ts';
import { hazard, RUNS_INPUT } from '../../program.ts';

/** The script of a shell: after `-c`, in a file, or on standard input. */
export function inspectShell(call: Call, found: Findings, dialect: 'bash' | 'posix'): void {
  const [first, ...others] = call.operands;
  for (const option of call.options) {
    if (
      option.name === '-o' &&
      option.value !== undefined &&
      !/^(?:errexit|nounset|pipefail|xtrace|noglob)$/.test(option.value.text)
    ) {
      found.addHazard(hazard('executes', 'changes how the shell parses its script', 'exact'), option.value.index);
    }
  }
  if (hasOption(call, '-c')) {
    if (first === undefined) return;
    if (first.kind !== 'literal') {
      found.addHazard(hazard('executes', 'runs a script that is not known beforehand', 'whole'), first.index);
    }
    // The other operands are the script's arguments. Within the script they are only guesses.
    found.addShellScript(first.text, `${call.name} -c`, { dialect, arguments: others.map((other) => other.text) });
  } else if (first !== undefined && !hasOption(call, '-s')) {
    if (first.text.startsWith('+')) {
      found.addHazard(hazard('unknown', `the option ${first.text} is not in the tables`), first.index);
    }
    if (first.kind === 'literal') found.addPath('read', first);
    if (first.likelyOutput !== undefined) found.addShellScript(first.likelyOutput, call.name, { dialect });
    found.addHazard(hazard('executes', `runs the script ${first.text}`), first.index);
    for (const other of others) {
      if (other.kind === 'literal') addPossiblePaths(found, other.text, other.index, true);
      else found.addUnknownArgument(other.index);
    }
  } else if (!hasOption(call, '--version', '--help')) {
    inspectStandardInput(call, found, dialect);
  }
}

function inspectStandardInput(call: Call, found: Findings, dialect: 'bash' | 'posix'): void {
  if (call.stdin !== undefined) found.addShellScript(call.stdin.text, call.name, { dialect });
  if (call.stdin?.isCertain !== true) {
    found.addHazard(RUNS_INPUT, call.args.length);
  }
}
