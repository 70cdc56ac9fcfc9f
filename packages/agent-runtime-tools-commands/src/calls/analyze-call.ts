import type { CommandWord } from '../command-analysis.ts';
import { findProgram } from '../programs/program-table.ts';
import { hazard, type Options, type Program } from '../programs/program.ts';
import { applyRoles } from './apply-roles.ts';
import type { CallArgument, KnownInput } from './call.ts';
import { Findings } from './findings.ts';
import { parseCall } from './parse-call.ts';

/** Analyses one call of a program with the program tables. */
export function analyzeCall(
  words: readonly CommandWord[],
  stdin: KnownInput | undefined,
): { readonly program: string; readonly found: Findings } {
  const found = new Findings();
  const { key, program } = findProgram(words[0]?.value ?? '');
  const args: CallArgument[] = [];
  for (let index = 1; index < words.length; index++) {
    const word = words[index];
    if (word !== undefined) args.push({ word, index });
  }
  analyzeProgram({ name: key, program, args, nameIndex: 0, words, stdin }, found);
  if (program.alwaysHarmless !== true) checkListedFiles(words, found);
  if (found.nested.length > 0 && program.wrapper === 'transparent') found.neutral = true;
  if (found.nested.length > 0 && program.wrapper === 'opaque') {
    found.addHazard(hazard('executes', `${key} runs another command`, 'exact'), 0);
  }
  if (program.controlFlowOnly === true && found.hazards.length === 0) found.neutral = true;
  return { program: key, found };
}

/** Files that `find` lists may only be read, because their names are not known. */
function checkListedFiles(words: readonly CommandWord[], found: Findings): void {
  for (const [index, { listed }] of words.entries()) {
    if (listed === undefined) continue;
    const uses = found.paths.filter((use) => use.wordIndex === index);
    const isRead = uses.length > 0 && uses.every(({ access }) => access === 'read') && found.nested.length === 0;
    if (!isRead || found.hazards.some((each) => each.wordIndex === index)) found.addUnknownArgument(index);
    else found.paths.push({ access: 'read', path: listed.folder, wordIndex: index, intended: true, listed });
  }
}

interface ProgramCall {
  readonly name: string;
  readonly program: Program;
  readonly args: readonly CallArgument[];
  /** The index of the word that names the program or subcommand. */
  readonly nameIndex: number;
  readonly words: readonly CommandWord[];
  readonly stdin: KnownInput | undefined;
}

function analyzeProgram(run: ProgramCall, found: Findings): void {
  const { program, name, stdin } = run;
  found.suggestion = program.suggest ?? found.suggestion;
  if (program.hazard !== undefined) found.addHazard(program.hazard, run.nameIndex);
  if (program.alwaysHarmless === true) return;
  const args = program.rewriteArguments?.(run.args) ?? run.args;
  if (program.subcommands !== undefined && analyzeSubcommand({ ...run, args }, found)) return;
  const call = parseCall(args, program, { name, stdin, found });
  applyRoles(call, found);
  program.inspect?.(call, found);
  const delegation = program.delegate?.(call);
  if (delegation === undefined) return;
  const { key, program: delegate } = findProgram(delegation.name);
  analyzeProgram({ ...run, name: key, program: delegate, args: delegation.args, nameIndex: delegation.at }, found);
}

/** Analyses the call as one of a known subcommand. Returns false when there is none. */
function analyzeSubcommand(run: ProgramCall, found: Findings): boolean {
  const { program, name, stdin, args } = run;
  const before = new Findings();
  const call = parseCall(args, { ...program, optionStyle: 'leading' }, { name, stdin, found: before });
  const [operand] = call.operands;
  if (operand === undefined) return false;
  const subcommand = operand.kind === 'literal' ? findSubcommand(program, operand.text) : undefined;
  if (subcommand === undefined) {
    if (operand.kind !== 'literal') found.addUnknownArgument(operand.index, 'the subcommand is not known beforehand');
    else if (program.unknownSubcommand !== undefined) found.addHazard(program.unknownSubcommand, operand.index);
    return false;
  }
  applyRoles({ ...call, program: { options: program.options ?? {} }, operands: [] }, before);
  found.hazards.push(...before.hazards);
  found.paths.push(...before.paths);
  if (operand.index > run.nameIndex + 1) {
    const isIgnorable = !call.hasUnknownOption && call.options.every((option) => option.use.ignorable === true);
    addForms(run, operand.index, isIgnorable, found);
  }
  analyzeProgram(
    {
      ...run,
      name: `${name} ${operand.text}`,
      program: program.optionsAnywhere === true ? withOptions(subcommand, program) : subcommand,
      args: args.slice(args.findIndex((arg) => arg.index === operand.index) + 1),
      nameIndex: operand.index,
    },
    found,
  );
  return true;
}

function addForms(run: ProgramCall, from: number, ignorable: boolean, found: Findings): void {
  const short = [...run.words.slice(0, run.nameIndex + 1), ...run.words.slice(from)].map((word) => word.value);
  found.forms = ignorable ? { allow: short, deny: short } : { ...found.forms, deny: short };
}

function findSubcommand(program: Program, name: string): Program | undefined {
  let names = subcommandNames.get(program);
  if (names === undefined) {
    names = new Map();
    for (const [key, subcommand] of Object.entries(program.subcommands ?? {})) {
      for (const spelling of key.split(' ')) names.set(spelling, subcommand);
    }
    subcommandNames.set(program, names);
  }
  return names.get(name);
}

function withOptions(subcommand: Program, program: Program): Program {
  let merged = mergedPrograms.get(subcommand);
  if (merged === undefined) {
    const options: Options = { ...program.options, ...subcommand.options };
    const { noAbbreviations: exactOptions = false } = program;
    merged = { ...subcommand, options, optionsAnywhere: true, noAbbreviations: exactOptions };
    mergedPrograms.set(subcommand, merged);
  }
  return merged;
}

const subcommandNames = new WeakMap<Program, Map<string, Program>>();
const mergedPrograms = new WeakMap<Program, Program>();
