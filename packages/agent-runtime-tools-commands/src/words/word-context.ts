import type { ArithmeticExpression, ParsedScript } from 'unbash';
import type { CommandWord, ProblemKind } from '../command-analysis.ts';

/** Who a word is evaluated for: it hears of everything a word can run. */
export interface WordContext {
  readonly home: string;
  readonly dialect: 'bash' | 'posix';
  /** A script inside the word; what it would print, where that can be guessed. */
  substitution(script: ParsedScript | undefined, node: SourceRange): string | undefined;
  arithmetic(expression: ArithmeticExpression | undefined, node: SourceRange): void;
  problem(kind: ProblemKind, why: string, node: SourceRange): void;
  /** What a variable stands for, where that is certain: a literal, or a glob. */
  knownValue(name: string): CommandWord | undefined;
  /** A guess at a variable's value. */
  guessVariable(name: string): string | undefined;
}

export interface SourceRange {
  readonly pos: number;
  readonly end: number;
}
