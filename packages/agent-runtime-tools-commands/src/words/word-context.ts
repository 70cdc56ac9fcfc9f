import type { ArithmeticExpression, ParsedScript } from 'unbash';
import type { CommandWord, ProblemKind } from '../command-analysis.ts';

/** Receives what the evaluation of a word finds, and provides the values of variables. */
export interface WordContext {
  readonly home: string;
  readonly dialect: 'bash' | 'posix';
  /** Analyses a substitution. Returns a guess at its output. */
  substitution(script: ParsedScript | undefined, node: SourceRange): string | undefined;
  arithmetic(expression: ArithmeticExpression | undefined, node: SourceRange): void;
  problem(kind: ProblemKind, why: string, node: SourceRange): void;
  /** The value of a variable when it is certain: a literal or a glob. */
  knownValue(name: string): CommandWord | undefined;
  /** A guess at the value of a variable. */
  guessVariable(name: string): string | undefined;
}

export interface SourceRange {
  readonly pos: number;
  readonly end: number;
}
