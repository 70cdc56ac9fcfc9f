import type { CommandNode, CompoundList, ParsedScript } from 'unbash';
import type { KnownInput } from '../calls/call.ts';
import type { Span } from '../command-analysis.ts';
import type { SourceRange, WordContext } from '../words/word-context.ts';
import type { Frame } from './frame.ts';
import type { Recorder } from './recorder.ts';
import type { Outcome, Scope } from './scope.ts';

/** The operations of the script walker that the files beside it use. */
export interface Walker extends WordContext {
  readonly recorder: Recorder;
  readonly frame: Frame;
  readonly scope: Scope;
  /** The function whose body is being analysed, to recognise recursive calls. */
  readonly definition: OpenDefinition | undefined;
  /** The standard input of the last simple command, when it is known. */
  input: KnownInput | undefined;

  script(script: ParsedScript): Outcome;
  list(list: CompoundList): Outcome;
  command(node: CommandNode, stdin?: KnownInput): Outcome;
  /** Creates a walker for a nested script, or for another scope. */
  nestedWalker(frame: Frame, scope: Scope, definition?: OpenDefinition): Walker;
  /** Analyses commands in a subshell: their changes of folder and variables are dropped. */
  inSubshell(walk: () => void): void;
  /** Analyses commands that run only under a condition: recursive calls in them do not count as endless. */
  conditionally<T>(walk: () => T): T;
  unchanged(): Outcome;
  textOf(node: SourceRange): string;
  spanOf(node: SourceRange): Span;
}

/** A function whose body is being analysed. */
export interface OpenDefinition {
  readonly name: string;
  selfCalls: number;
  forks: boolean;
  readonly starts: string[];
  forkDepth: number;
  conditions: number;
}
