import type { Call, CallArgument } from '../../../calls/call.ts';
import type { Findings } from '../../../calls/findings.ts';
import { IDENTIFIER, variableConcern } from '../../../words/variables.ts';
import { hazard } from '../../program.ts';

/** `cd` and `pushd` read the folder, and later commands run in it. */
export function inspectCd(call: Call, found: Findings): void {
  const args = call.args.filter((arg) => !/^(?:-[LPe@n]+|--)$/.test(arg.word.value) || arg.word.kind !== 'literal');
  const [target, ...others] = args;
  if (target === undefined || others.length > 0) {
    found.addHazard(hazard('unknown', 'the folder it goes to is not in the command', 'whole'), 0);
    found.directory = { to: undefined, guess: '~' };
  } else if (target.word.kind !== 'literal' || /^[-+]/.test(target.word.value)) {
    found.addUnknownArgument(target.index, 'the folder it goes to is not known beforehand');
    found.directory = /^[-+]/.test(target.word.value) ? { to: undefined } : { to: undefined, guess: target.word.value };
  } else {
    found.addPath('read', { text: target.word.value || '.', kind: 'literal', index: target.index });
    found.directory = { to: target.word.value || '.' };
  }
}

export function inspectEval(call: Call, found: Findings): void {
  if (call.args.length === 0) return;
  if (call.args.every((arg) => arg.word.kind === 'literal')) {
    const words = call.args.map((arg) => arg.word.value);
    if (words[0] === '--') words.shift();
    found.addShellScript(words.join(' '), 'eval', { sameShell: true });
  } else {
    found.addShellScript(call.args.map((arg) => arg.word.value).join(' '), 'eval', { sameShell: true });
    found.addHazard(hazard('executes', 'runs a script that is not known beforehand', 'whole'), call.args.length);
  }
}

/** The command that an alias stands for runs later. */
export function inspectAlias(call: Call, found: Findings): void {
  for (const { word } of call.args) {
    const equals = word.value.indexOf('=');
    if (equals > 0) found.addShellScript(word.value.slice(equals + 1), 'alias');
  }
}

/** `printf -v name` and `%n` in the format set a variable. An unknown argument may be either. */
export function inspectPrintf(call: Call, found: Findings): void {
  let at = 0;
  for (let arg = call.args[at]; arg !== undefined; arg = call.args[at]) {
    const { value, kind, knownPrefix: start, single } = arg.word;
    if (kind !== 'literal') {
      if (!single || start === '' || start.startsWith('-')) found.addUnknownArgument(arg.index);
      break;
    }
    if (!value.startsWith('-v')) break;
    const name = value === '-v' ? call.args[++at] : undefined;
    checkSetVariable(name?.word.kind === 'literal' ? name.word.value : value.slice(2), name ?? arg, found);
    at++;
  }
  if (call.args[at]?.word.value === '--') at++;
  const format = call.args[at]?.word;
  if (format?.kind === 'literal' && !COUNTS.test(format.value)) return;
  for (const arg of call.args.slice(at + 1)) {
    if (arg.word.kind !== 'literal') found.addUnknownArgument(arg.index, 'it may name a variable that %n sets');
    else if (format?.kind === 'literal' || IDENTIFIER.test(arg.word.value)) {
      checkSetVariable(arg.word.value, arg, found);
    }
  }
}

/** A format with `%n`, with any flags in between. */
const COUNTS = /(?:^|[^%])(?:%%)*%[^%A-Za-z]*[hjlLtzq]*n/;

function checkSetVariable(name: string, arg: CallArgument, found: Findings): void {
  const concern = variableConcern(name);
  if (concern !== undefined) found.addHazard(hazard('executes', concern, 'exact'), arg.index);
}

/** `set -e`, `-u`, `-x`, `-f` and `-o pipefail` only make a script stricter or more verbose. */
export function inspectSet(call: Call, found: Findings): void {
  for (let at = 0; at < call.args.length; at++) {
    const arg = call.args[at];
    if (arg === undefined) return;
    const option = arg.word.kind === 'literal' ? arg.word.value : '';
    if (/^[-+][eufx]+$/.test(option)) continue;
    const next = call.args[at + 1]?.word;
    if (/^[-+][eufx]*o$/.test(option) && next?.kind === 'literal' && HARMLESS_OPTIONS.has(next.value)) at++;
    else found.addHazard(hazard('executes', 'changes how the shell parses later commands', 'exact'), arg.index);
  }
  if (call.args.length === 0) found.addHazard(hazard('unknown', 'prints all variables'), 0);
}

const HARMLESS_OPTIONS: ReadonlySet<string> = new Set(['errexit', 'nounset', 'pipefail', 'xtrace', 'noglob']);

/** `test -v` and `-R` evaluate subscripts. An unknown argument may be one of these operators. */
export function inspectTest(call: Call, found: Findings): void {
  const args = call.name === '[' && call.args.at(-1)?.word.value === ']' ? call.args.slice(0, -1) : call.args;
  for (const [at, arg] of args.entries()) {
    const { word, index } = arg;
    if (word.kind === 'literal') {
      const operand = args[at + 1]?.word;
      if (/^-[vR]$/.test(word.value) && !(operand?.kind === 'literal' && IDENTIFIER.test(operand.value))) {
        found.addHazard(hazard('executes', 'a subscript is evaluated and can run commands', 'exact'), index);
      } else if (/[/~]|^\.\.?$/.test(word.value)) {
        found.addPath('read', { text: word.value, kind: 'literal', index });
      }
    } else if (!word.single || !isPlainComparison(args)) {
      found.addUnknownArgument(index);
    }
  }
}

/** Forms in which the operands cannot be taken for operators: `X`, `-n X` and `X = Y`, with an optional `!`. */
function isPlainComparison(args: readonly CallArgument[]): boolean {
  const plain = args[0]?.word.value === '!' ? args.slice(1) : args;
  if (plain.length === 1) return true;
  const operator = plain[plain.length === 2 ? 0 : 1]?.word;
  if (operator?.kind !== 'literal') return false;
  if (plain.length === 2) return /^-[nzefdrwxshLS]$/.test(operator.value);
  return plain.length === 3 && /^(?:==?|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(operator.value);
}

/** `popd` goes back to a folder that is not in the command. */
export function inspectPopd(_call: Call, found: Findings): void {
  found.directory = { to: undefined };
}
