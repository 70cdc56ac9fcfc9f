import type { Call } from '../calls/call.ts';
import type { Findings } from '../calls/findings.ts';
import { argumentsFrom } from './inspect/shell/run-operands.ts';
import { hazard, type Program } from './program.ts';

/**
 * The entry for programs that are not in the tables. Every argument may be a path, and some options and subcommands are
 * judged by their name: `--exec x` and `shell` may run a command, `-o x.txt` may write a file, and a command may follow
 * `--`.
 */
export function unknownProgram(isKnown: (name: string) => boolean): Program {
  return {
    operands: 'maybe-path',
    allowUnknownOptions: true,
    inspect: (call, found) => {
      checkOptions(call, found);
      checkSubcommand(call, found);
      checkTail(call, found, isKnown);
    },
  };
}

function checkOptions(call: Call, found: Findings): void {
  for (const [at, { word, index }] of call.args.entries()) {
    if (word.value === '--') return;
    const equals = word.value.indexOf('=');
    const name = equals < 0 ? word.value : word.value.slice(0, equals);
    if (RUNS.test(name)) found.addHazard(hazard('executes', `${name} may run a command`), index);
    else if (IN_PLACE.test(name)) found.addHazard(hazard('writes', `${name} may edit files in place`), index);
    else if (WRITES.test(name)) {
      const value = equals < 0 ? call.args[at + 1]?.word.value : word.value.slice(equals + 1);
      // `-o json` is a format, `-o x.json` a file.
      if (value !== undefined && /[./~]/.test(value))
        found.addHazard(hazard('writes', `${name} may write ${value}`), index);
    }
  }
}

/** `tool exec box command`: a rule has to name the box. */
function checkSubcommand(call: Call, found: Findings): void {
  const at = call.operands.slice(0, 2).findIndex(({ text }) => SUBCOMMANDS.test(text));
  const subcommand = call.operands[at];
  if (subcommand === undefined) return;
  const { index } = call.operands[at + 1] ?? subcommand;
  found.addHazard(hazard('executes', `${subcommand.text} may run a command`), index);
}

function checkTail(call: Call, found: Findings, isKnown: (name: string) => boolean): void {
  const end = call.args.find(({ word }) => word.value === '--');
  const [first, ...others] = end === undefined ? [] : argumentsFrom(call, end.index + 1);
  if (first === undefined || others.length === 0 || !isKnown(first.word.value)) return;
  found.addCommand([first, ...others], call.name);
  found.addHazard(hazard('executes', `${first.word.value} may be a command`, 'exact'), first.index);
}

const RUNS = /^--?(?:exec|execute|eval|cmd|command|shell-command|on-[a-z-]+|[a-z-]+-(?:command|cmd|exec))$/;
const IN_PLACE = /^--(?:in-?place|overwrite)$/;
const WRITES = /^(?:-o|--?out|--output|--out-?(?:file|dir)|--output-(?:file|dir|path)|--log-file|--save(?:-as)?)$/;
const SUBCOMMANDS = /^(?:exec|exec-env|exec-file|shell|ssh|rsh|enter|console|repl|runner|eval|spawn|dbshell)$/;
