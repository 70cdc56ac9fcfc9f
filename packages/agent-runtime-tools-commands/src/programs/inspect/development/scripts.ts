import { type Call, hasOption } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { addPossiblePaths } from '../../../calls/possible-path.ts';
import { type Delegation, hazard, RUNS_INPUT } from '../../program.ts';
import { argumentsFrom } from '../shell/run-operands.ts';

/** `python -m pytest x`: what follows the module is judged as the arguments of the program with that name. */
export function delegateToModule(call: Call): Delegation | undefined {
  const module = call.options.find((option) => option.name === '-m')?.value;
  if (module === undefined) return undefined;
  return {
    name: MODULE_NAMES[module.text] ?? module.text,
    args: argumentsFrom(call, module.index + 1),
    at: module.index,
  };
}

/** `php -l x.php` only checks the syntax. */
export function inspectPhp(call: Call, found: Findings): void {
  if (!hasOption(call, '-l')) inspectScript(call, found);
  else for (const file of call.operands) found.addPath('read', file);
}

export function inspectJava(call: Call, found: Findings): void {
  for (const { word, index } of call.args) {
    if (JAVA_CODE_OPTIONS.test(word.value))
      found.addHazard(hazard('executes', 'loads code, or names a command to run'), index);
  }
  inspectScript(call, found);
}

/** `python x.py args`: the first operand is the script. Without one, the interpreter runs its standard input. */
export function inspectScript(call: Call, found: Findings): void {
  const [first, ...others] = call.operands;
  const codeIsGiven = call.options.some((option) => option.use.endsOptions === true);
  if (codeIsGiven || (hasOption(call, '-V', '--version', '-h', '--help', '-version', '-v') && first === undefined))
    return;
  if (first === undefined || first.text === '-') {
    found.addHazard(RUNS_INPUT, call.args.length);
    return;
  }
  if (first.kind === 'literal') found.addPath('read', first);
  found.addHazard(hazard('executes', `runs the script ${first.text}`), first.index);
  for (const other of others) {
    if (other.kind === 'literal') addPossiblePaths(found, other.text, other.index, true);
    else found.addUnknownArgument(other.index);
  }
}

export function inspectNode(call: Call, found: Findings): void {
  const [first, ...others] = call.operands;
  const runsNothing = hasOption(call, '-c', '--check', '-v', '--version', '-h', '--help');
  const codeIsGiven = hasOption(call, '-e', '--eval', '-p', '--print', '--run', '--test');
  if (first === undefined) {
    if (!runsNothing && !codeIsGiven) {
      found.addHazard(RUNS_INPUT, call.args.length);
    }
    return;
  }
  if (first.text === '-') found.addHazard(RUNS_INPUT, first.index);
  if (first.kind === 'literal') found.addPath('read', first);
  if (!runsNothing && !codeIsGiven) found.addHazard(hazard('executes', `runs the script ${first.text}`), first.index);
  for (const other of others) {
    if (other.kind === 'literal') addPossiblePaths(found, other.text, other.index, true);
    else found.addUnknownArgument(other.index);
  }
}

/** `dart x.dart` runs that script; `dart test` is a subcommand. */
export function inspectLanguageTool(call: Call, found: Findings): void {
  const [first] = call.operands;
  if (first !== undefined && /\.\w+$/.test(first.text)) {
    found.addHazard(hazard('executes', `runs the script ${first.text}`), first.index);
  }
}

const MODULE_NAMES: Readonly<Record<string, string>> = { pip3: 'pip' };

const JAVA_CODE_OPTIONS =
  /^(?:@|--?(?:javaagent|agentlib|agentpath|Xrun|Xbootclasspath|XX:(?:On|Flags|VMOptionsFile|\+UnlockDiag)))/;
