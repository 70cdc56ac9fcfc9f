import type { AssignmentUse, CommandForms, CommandWord, Hazard, PathAccess, PathUse } from '../command-analysis.ts';
import type { HazardSpec } from '../programs/program.ts';
import type { CallArgument, CallValue } from './call.ts';

/** Collects what one call does, while its arguments are analysed. */
export class Findings {
  readonly hazards: Hazard[] = [];
  readonly paths: PathUse[] = [];
  readonly nested: NestedRun[] = [];
  /** Set by `cd` and similar commands; `to` is undefined when the folder is not known. */
  directory: { readonly to: string | undefined; readonly guess?: string } | undefined;
  /** The call has no effect of its own and needs no rule. */
  neutral = false;
  forms: CommandForms = {};
  suggestion: 'prefix' | 'subcommand' | 'exact' | 'never' = 'exact';
  private readonly unknown = new Set<number>();

  addHazard(use: HazardSpec, word: number, value?: string): void {
    const hazard: Hazard = { kind: use.kind, why: use.why, wordIndex: word, consent: use.consent ?? 'named' };
    this.hazards.push(value === undefined ? hazard : { ...hazard, value });
  }

  /** Adds a hazard for an argument whose value is not known and matters. */
  addUnknownArgument(word: number, what = 'an argument is not known beforehand'): void {
    if (this.unknown.has(word)) return;
    this.unknown.add(word);
    this.hazards.push({ kind: 'unknown', why: what, wordIndex: word, consent: 'whole' });
  }

  addPath(access: PathAccess, value: CallValue, use: PathDetails = {}): void {
    if (value.kind === 'unknown') {
      this.addUnknownArgument(value.index, `the path to ${access} is not known beforehand`);
      return;
    }
    this.paths.push({
      access,
      path: value.text,
      wordIndex: value.index,
      intended: use.intended ?? access === 'read',
      ...(value.pattern !== undefined && { pattern: value.pattern }),
      ...(value.mayBeOption === true && { mayBeOption: true }),
      ...(use.followsLinks === true && { followsLinks: true }),
      ...(use.optionIndex !== undefined && { optionIndex: use.optionIndex }),
    });
  }

  /** Adds a command that this call runs: the last of its arguments, or made from them. */
  addCommand(args: readonly CallArgument[], label: string, more: CommandDetails = {}): void {
    const first = args[0];
    if (first === undefined) return;
    this.nested.push({
      type: 'command',
      label,
      words: args.map((arg) => arg.word),
      ...(more.isTail !== false && { offset: first.index }),
      assignments: more.assignments ?? [],
      input: more.input ?? 'inherited',
    });
  }

  /** Adds a shell script that this call runs. */
  addShellScript(script: string, label: string, more: ShellDetails = {}): void {
    this.nested.push({ type: 'shell', label, script, ...more });
  }
}

export interface PathDetails {
  readonly intended?: boolean;
  readonly followsLinks?: boolean;
  /** The index of the option that makes it a write. */
  readonly optionIndex?: number;
}

export interface CommandDetails {
  /** False when the command is not the last part of this call's arguments. */
  readonly isTail?: boolean;
  readonly assignments?: readonly AssignmentUse[];
  readonly input?: 'inherited' | 'none';
}

export type NestedRun = NestedCommand | NestedShell;

export interface NestedCommand {
  readonly type: 'command';
  readonly label: string;
  readonly words: readonly CommandWord[];
  readonly offset?: number;
  readonly assignments: readonly AssignmentUse[];
  readonly input: 'inherited' | 'none';
}

export interface ShellDetails {
  readonly dialect?: 'bash' | 'posix';
  /** The script changes the folder and variables of the current shell, as `eval` does. */
  readonly sameShell?: boolean;
  /** The script's name and arguments. */
  readonly arguments?: readonly string[];
}

export interface NestedShell extends ShellDetails {
  readonly type: 'shell';
  readonly label: string;
  readonly script: string;
}
