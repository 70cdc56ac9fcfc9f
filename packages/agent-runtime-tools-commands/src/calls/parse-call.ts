import type { CommandWord } from '../command-analysis.ts';
import type { OptionUse, Program } from '../programs/program.ts';
import type { Call, CallArgument, CallValue, FoundOption, KnownInput } from './call.ts';
import type { Findings } from './findings.ts';
import { findLongOption, optionTable, type OptionEntry, type OptionTable } from './option-table.ts';
import { addPossiblePaths } from './possible-path.ts';

export interface ParseContext {
  readonly name: string;
  readonly stdin: KnownInput | undefined;
  readonly found: Findings;
}

/**
 * Parses arguments into options, their values and operands, as the program itself would.
 *
 *     sort -uo out.txt in.txt   ->  options -u, -o with out.txt; operand in.txt
 */
export function parseCall(args: readonly CallArgument[], program: Program, context: ParseContext): Call {
  const reader = new CallReader(program, context.found, args);
  if (program.skipOptionParsing !== true) reader.read();
  return {
    name: context.name,
    program,
    args,
    options: reader.options,
    operands: reader.operands,
    hasUnknownOption: reader.uncertain,
    stdin: context.stdin,
  };
}

class CallReader {
  readonly options: FoundOption[] = [];
  readonly operands: CallValue[] = [];
  uncertain = false;

  private readonly program: Program;
  private readonly table: OptionTable;
  private readonly found: Findings;
  private readonly args: readonly CallArgument[];
  private next = 0;
  private optionsEnded = false;

  constructor(program: Program, found: Findings, args: readonly CallArgument[]) {
    this.program = program;
    this.table = optionTable(program.options);
    this.found = found;
    this.args = args;
  }

  read(): void {
    while (this.next < this.args.length) {
      const arg = this.args[this.next++];
      if (arg !== undefined) this.readArgument(arg);
    }
  }

  private readArgument(arg: CallArgument): void {
    const { word, index } = arg;
    if (word.kind === 'unknown' && !word.single) {
      this.uncertain = true;
      this.found.addUnknownArgument(index);
      this.operands.push(valueOf(word, index, 0));
      return;
    }
    const certain = word.kind === 'literal' ? word.value : word.knownPrefix;
    if (!this.optionsEnded && certain.startsWith('-') && (certain.length > 1 || word.kind !== 'literal')) {
      if (certain === '--' && word.kind === 'literal') this.optionsEnded = true;
      else this.readOption(arg, certain);
      return;
    }
    const mayBeOption = !this.optionsEnded && certain === '' && word.kind !== 'literal';
    if (mayBeOption && word.kind === 'unknown') {
      this.uncertain = true;
      this.found.addUnknownArgument(index, 'an argument is not known beforehand and may be an option');
    }
    this.operands.push(valueOf(word, index, 0, mayBeOption));
    if (this.program.optionStyle === 'leading') this.optionsEnded = true;
  }

  private readOption(arg: CallArgument, certain: string): void {
    const equals = certain.indexOf('=');
    const spelling = equals < 0 ? certain : certain.slice(0, equals);
    const oneDash = !certain.startsWith('--');
    const entry =
      oneDash && this.program.optionStyle !== 'go' ? this.table.long.get(spelling) : this.findLong(spelling);
    if (oneDash && entry === undefined && this.program.optionStyle !== 'go') {
      this.readCluster(arg, certain);
      return;
    }
    if (equals < 0 && arg.word.kind !== 'literal') {
      this.uncertain = true;
      this.found.addUnknownArgument(arg.index, 'an option is not known beforehand');
      return;
    }
    const glued = equals < 0 ? undefined : valueOf(arg.word, arg.index, equals + 1);
    if (entry === undefined) this.unknownOption(arg, spelling, glued);
    else this.addOption(entry, arg.index, glued);
  }

  private findLong(spelling: string): OptionEntry | undefined {
    if (this.program.noAbbreviations === true) return this.table.long.get(spelling);
    if (this.program.optionStyle !== 'go') return findLongOption(this.table, spelling);
    const name = spelling.startsWith('--') ? spelling.slice(1) : spelling;
    return this.table.long.get(name) ?? this.table.short.get(name);
  }

  /** Reads `-abc`: options of one letter, of which the last may have a value. */
  private readCluster(arg: CallArgument, certain: string): void {
    for (let at = 1; at < certain.length; at++) {
      const letter = certain.charAt(at);
      const entry = this.table.short.get(`-${letter}`);
      if (entry === undefined) {
        if (isNumber(certain, at)) return;
        this.unknownOption(arg, `-${letter}`, undefined);
        if (arg.word.kind === 'literal') addPossiblePaths(this.found, certain.slice(at + 1), arg.index);
        continue;
      }
      if (entry.use.takes === 'nothing') {
        this.addOption(entry, arg.index, undefined);
        continue;
      }
      const isLast = at + 1 === certain.length;
      const hasValue = !isLast || arg.word.kind !== 'literal';
      this.addOption(entry, arg.index, hasValue ? valueOf(arg.word, arg.index, at + 1) : undefined);
      return;
    }
    if (arg.word.kind !== 'literal') {
      this.uncertain = true;
      this.found.addUnknownArgument(arg.index, 'an option is not known beforehand');
    }
  }

  private addOption(entry: OptionEntry, index: number, glued: CallValue | undefined): void {
    let value = glued;
    if (value === undefined && entry.use.takes === 'value') value = this.takeValue();
    if (entry.use.endsOptions === true) this.optionsEnded = true;
    this.options.push(
      value === undefined
        ? { name: entry.name, use: entry.use, index }
        : { name: entry.name, use: entry.use, index, value },
    );
  }

  private takeValue(): CallValue | undefined {
    const arg = this.args[this.next];
    if (arg === undefined) return undefined;
    this.next++;
    // A glob or an unquoted expansion may become several arguments, which would shift the rest.
    if (!arg.word.single) {
      this.uncertain = true;
      this.found.addUnknownArgument(arg.index, 'the value of an option is not known beforehand');
    }
    if (arg.word.value.startsWith('-') && this.mattersAsOption(arg.word.value)) {
      const why = `${arg.word.value} may be an option of its own`;
      this.found.addHazard({ kind: 'unknown', why }, arg.index);
    }
    return valueOf(arg.word, arg.index, 0);
  }

  /**
   * Whether a word that was parsed as a value would have an effect as an option. Versions of a program differ in which
   * options take a value.
   */
  private mattersAsOption(word: string): boolean {
    const [spelling = word] = word.split('=', 1);
    const long = word.startsWith('--') ? this.findLong(spelling) : this.table.long.get(spelling);
    if (long !== undefined || word.startsWith('--')) return long !== undefined && hasEffect(long.use);
    for (const letter of word.slice(1)) {
      const entry = this.table.short.get(`-${letter}`);
      if (entry === undefined || entry.use.takes !== 'nothing') return entry !== undefined && hasEffect(entry.use);
      if (hasEffect(entry.use)) return true;
    }
    return false;
  }

  private unknownOption(arg: CallArgument, spelling: string, value: CallValue | undefined): void {
    if (this.program.allowUnknownOptions !== true) {
      this.found.addHazard({ kind: 'unknown', why: `the option ${spelling} is not in the tables` }, arg.index);
    }
    if (value === undefined) this.uncertain = true;
    else if (value.kind === 'literal') addPossiblePaths(this.found, value.text, value.index);
    else this.found.addUnknownArgument(arg.index, `the value of ${spelling} is not known beforehand`);
  }
}

function valueOf(word: CommandWord, index: number, from: number, mayBeOption = false): CallValue {
  return {
    text: from === 0 ? word.value : word.value.slice(from),
    kind: word.kind,
    index,
    ...(word.kind === 'glob' && from === 0 && word.pattern !== undefined && { pattern: word.pattern }),
    ...(mayBeOption && { mayBeOption }),
    ...(word.likelyOutput !== undefined && { likelyOutput: word.likelyOutput }),
  };
}

function hasEffect({ hazard, role }: OptionUse): boolean {
  return hazard !== undefined || role === 'write' || role === 'edit' || role === 'shell' || role === 'command';
}

function isNumber(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return true;
}
