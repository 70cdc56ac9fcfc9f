import { parsePattern, type ParsePatternOptions } from './parse-pattern.ts';
import { PatternAutomaton } from './pattern-automaton.ts';
import type { PatternNode } from './pattern-node.ts';

/** A regular expression that cannot hang, whatever the pattern and the text. */
export interface LinearPattern {
  readonly source: string;
  /** Whether it matches anywhere in the text. */
  test(text: string): boolean;
}

/** Steps that the engine's own matcher may take, in the worst case, before ours is the better choice. */
const MAX_NATIVE_STEPS = 100_000;
const MAX_SOURCE_LENGTH = 10_000;
const FLAGS = /^[imsu]*$/;

/**
 * Compiles a JavaScript regular expression for patterns that a configuration or a model brings: time grows with the
 * length of the text, never with its square or worse. Throws a SyntaxError for a faulty pattern and for look-around
 * and back-references, which need backtracking. Flags: `i`, `m`, `s`, `u`.
 */
export function linearPattern(source: string, flags = ''): LinearPattern {
  return compilePattern(source, flags);
}

/** The same, with look-around where it is asked for: each takes a pass over the text of its own. */
export function compilePattern(source: string, flags: string, options: ParsePatternOptions = {}): LinearPattern {
  if (!FLAGS.test(flags)) throw new SyntaxError(`Flags may be i, m, s and u, not '${flags}'.`);
  if (source.length > MAX_SOURCE_LENGTH) throw new SyntaxError(`The pattern is longer than ${MAX_SOURCE_LENGTH}.`);
  const native = new RegExp(source, flags);
  const tree = parsePattern(source, options);
  const { ignoreCase, dotAll, multiline } = native;
  const automaton = new PatternAutomaton(tree, { ignoreCase, dotAll, multiline });
  const exponent = backtrackingExponent(tree);
  const nativeLength = exponent === 0 ? Infinity : MAX_NATIVE_STEPS ** (1 / (exponent + 1));
  return {
    source,
    test: (text) => (text.length <= nativeLength ? native.test(text) : automaton.test(text)),
  };
}

/**
 * How the engine's steps grow with the text: 0 for patterns without repetition, k for k repetitions of single
 * characters one after the other, Infinity where repetitions hold more than a character.
 */
function backtrackingExponent(node: PatternNode): number {
  switch (node.kind) {
    case 'character':
    case 'assertion':
      return 0;
    case 'look':
      return backtrackingExponent(node.part);
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + backtrackingExponent(part), 0);
    case 'choice':
      // Options after each other multiply as parts do when several of them begin alike.
      return node.options.reduce((sum, option) => sum + backtrackingExponent(option), 0) + 1;
    default:
      if (node.part.kind !== 'character') return Infinity;
      return node.min === node.max ? 0 : 1;
  }
}
