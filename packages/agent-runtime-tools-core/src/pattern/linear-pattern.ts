import { parsePattern, type ParsePatternOptions } from './parse-pattern.ts';
import { PatternAutomaton } from './pattern-automaton.ts';
import type { PatternNode } from './pattern-node.ts';

/** A regular expression that cannot hang the process, whatever the pattern and the text. */
export interface LinearPattern {
  readonly source: string;
  /** Whether it matches anywhere in the text. */
  test(text: string): boolean;
}

/** The worst-case number of steps up to which the native matcher is used. */
const MAX_NATIVE_STEPS = 100_000;
const MAX_SOURCE_LENGTH = 10_000;
const FLAGS = /^[imsu]*$/;

/**
 * Compiles a JavaScript regular expression from an untrusted source, such as a configuration file or a model. Matching takes
 * time linear in the length of the text. Throws a SyntaxError for an invalid pattern, for lookaround and for
 * back-references. Flags: `i`, `m`, `s`, `u`.
 */
export function linearPattern(source: string, flags = ''): LinearPattern {
  return compilePattern(source, flags);
}

/** The same, optionally with lookaround: each lookaround takes another pass over the text. */
export function compilePattern(source: string, flags: string, options: ParsePatternOptions = {}): LinearPattern {
  if (!FLAGS.test(flags)) throw new SyntaxError(`Flags may be i, m, s and u, not '${flags}'.`);
  if (source.length > MAX_SOURCE_LENGTH) throw new SyntaxError(`The pattern is longer than ${MAX_SOURCE_LENGTH}.`);
  const native = new RegExp(source, flags);
  const tree = parsePattern(source, options);
  const { ignoreCase, dotAll, multiline } = native;
  const automaton = new PatternAutomaton(tree, { ignoreCase, dotAll, multiline });
  const exponent = backtrackingExponent(tree);
  const maxNativeLength = exponent === 0 ? Infinity : MAX_NATIVE_STEPS ** (1 / (exponent + 1));
  return {
    source,
    test: (text) => (text.length <= maxNativeLength ? native.test(text) : automaton.test(text)),
  };
}

/**
 * The exponent with which the steps of a backtracking matcher grow with the text, beyond trying each start position:
 *
 *   abc     0: no repetition
 *   a*b*    2: two repetitions of single characters in sequence
 *   (ab)*   Infinity: a repetition of more than one character
 */
function backtrackingExponent(node: PatternNode): number {
  switch (node.kind) {
    case 'character':
    case 'assertion':
      return 0;
    case 'lookaround':
      return backtrackingExponent(node.part);
    case 'sequence':
      return node.parts.reduce((sum, part) => sum + backtrackingExponent(part), 0);
    case 'choice':
      // Options that begin alike are tried one after the other, so they count like parts of a sequence.
      return node.options.reduce((sum, option) => sum + backtrackingExponent(option), 0) + 1;
    default:
      if (node.part.kind !== 'character') return Infinity;
      return node.min === node.max ? 0 : 1;
  }
}
