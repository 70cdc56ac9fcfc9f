import type { AssignmentUse, CommandForms, CommandWord, Hazard, PathAccess, PathUse } from '../command-analysis.ts';
import type { HazardSpec } from '../programs/program.ts';
import type { CallArgument, CallValue } from './call.ts';

/** What one call was found to do, collected while its arguments are read. */
export class Findings {
  readonly hazards: Hazard[] = [];
  readonly paths: PathUse[] = [];
  readonly nested: NestedRun[] = [];
  /** Set by `cd` and its like; `to` is undefined when the folder cannot be known. */
  directory: { readonly to: string | undefined; readonly guess?: string } | undefined;
  /** Everything this call does is judged elsewhere. */
  neutral = false;
  forms: CommandForms = {};
  suggestion: 'prefix' | 'subcommand' | 'exact' | 'never' = 'exact';
  private readonly unknown = new Set<number>();

  addHazard(use: HazardSpec, word: number, value?: string): void {
    const hazard: Hazard = { kind: use.kind, why: use.why, wordIndex: word, consent: use.consent ?? 'named' };
    this.hazards.push(value === undefined ? hazard : { ...hazard, value });
  }

  /** An argument that is not known beforehand, where it matters what it is. */
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

  /** A command that is a tail of this call's arguments, or made of them. */
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

  /** A shell script given as text. */
  addShellScript(script: string, label: string, more: ShellDetails = {}): void {
    this.nested.push({ type: 'shell', label, script, ...more });
  }
}

export interface PathDetails {
  readonly intended?: boolean;
  readonly followsLinks?: boolean;
  /** The option that makes it a write. */
  readonly optionIndex?: number;
}

export interface CommandDetails {
  /** False when the arguments are not the end of this call's own. */
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
  /** It changes the folder and the variables of the shell that runs it. */
  readonly sameShell?: boolean;
  /** The script's name and its own arguments. */
  readonly arguments?: readonly string[];
}

export interface NestedShell extends ShellDetails {
  readonly type: 'shell';
  readonly label: string;
  readonly script: string;
}
