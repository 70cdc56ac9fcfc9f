import type { Call, CallArgument } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import type { CommandWord } from '../../../command-analysis.ts';
import { environmentConcern, IDENTIFIER, variableConcern } from '../../../words/variables.ts';
import { hazard } from '../../program.ts';

/** `export`, `declare` and similar: the values they set can reach programs or be evaluated. */
export function inspectDeclaration(call: Call, found: Findings): void {
  let exported = call.name === 'export';
  if (call.args.length === 0) found.addHazard(hazard('unknown', 'prints all variables'), 0);
  for (const arg of call.args) {
    const certain = arg.word.kind === 'literal' ? arg.word.value : arg.word.knownPrefix;
    if (/^[-+]/.test(certain) && arg.word.kind === 'literal') {
      if (certain.includes('x')) exported = true;
      if (call.name === 'export') found.addHazard(hazard('unknown', 'does more than set a variable'), arg.index);
      if (/[^-+xrgaAlutpfFI]/.test(certain)) {
        found.addHazard(
          hazard('executes', `with ${certain} the value is evaluated and can run commands`, 'exact'),
          arg.index,
        );
      }
    } else {
      checkVariable(arg, certain, exported, found);
    }
  }
}

function checkVariable(arg: CallArgument, certain: string, exported: boolean, found: Findings): void {
  const equals = certain.indexOf('=');
  const name = (equals < 0 ? certain : certain.slice(0, equals)).replace(/\+$/, '');
  if (equals < 0 && arg.word.kind !== 'literal') {
    found.addUnknownArgument(arg.index, 'the name of a variable is not known beforehand');
    return;
  }
  const value = arg.word.kind === 'literal' ? certain.slice(equals + 1) : undefined;
  if (equals >= 0 && mayBeList(arg.word, certain.slice(equals + 1))) {
    found.addHazard(hazard('executes', 'a list inside a value is evaluated and can run commands', 'exact'), arg.index);
  }
  const concern = !IDENTIFIER.test(name)
    ? `${name} is not a plain variable name: a subscript is evaluated`
    : exported
      ? environmentConcern(name, equals < 0 ? '' : value)
      : variableConcern(name);
  if (concern !== undefined) found.addHazard(hazard('executes', concern, 'exact'), arg.index);
}

/** `declare -a 'x=($(a))'` and `declare -a x=$y`: bash parses a value in parentheses again, as a list for the array. */
function mayBeList(word: CommandWord, value: string): boolean {
  if (LIST.test(word.text)) return false;
  return value === '' ? word.kind !== 'literal' : value.startsWith('(');
}

/** A list in the syntax of the shell, whose elements are analysed. */
const LIST = /^[A-Za-z_]\w*\+?=\(/;
