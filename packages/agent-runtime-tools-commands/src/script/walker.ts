import type { CommandNode, CompoundList, ParsedScript } from 'unbash';
import type { KnownInput } from '../calls/call.ts';
import type { Span } from '../command-analysis.ts';
import type { SourceRange, WordContext } from '../words/word-context.ts';
import type { Frame } from './frame.ts';
import type { Recorder } from './recorder.ts';
import type { Outcome, Scope } from './scope.ts';

/** What follows a script, as the parts of the walk see it. */
export interface Walker extends WordContext {
  readonly recorder: Recorder;
  readonly frame: Frame;
  readonly scope: Scope;
  /** The function whose body this is, to recognise calls to itself. */
  readonly definition: OpenDefinition | undefined;
  /** The standard input of the last simple command, where it is known. */
  input: KnownInput | undefined;

  script(script: ParsedScript): Outcome;
  list(list: CompoundList): Outcome;
  command(node: CommandNode, stdin?: KnownInput): Outcome;
  /** A walker for another script, or for another scope of this one. */
  nestedWalker(frame: Frame, scope: Scope, definition?: OpenDefinition): Walker;
  /** Walks as a subshell runs: what it changes does not last. */
  inSubshell(walk: () => void): void;
  /** Walks what happens only sometimes: calls in it do not make a function endless. */
  conditionally<T>(walk: () => T): T;
  unchanged(): Outcome;
  textOf(node: SourceRange): string;
  spanOf(node: SourceRange): Span;
}

/** A function while its body is walked. */
export interface OpenDefinition {
  readonly name: string;
  selfCalls: number;
  forks: boolean;
  readonly starts: string[];
  forkDepth: number;
  conditions: number;
}
