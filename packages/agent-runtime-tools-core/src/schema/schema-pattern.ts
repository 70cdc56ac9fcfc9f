import { compilePattern } from '../pattern/linear-pattern.ts';

/** What a compiled schema asks of a pattern. */
interface SchemaPattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * The patterns of schemas: schemas come from strangers too, texts from models, and neither may hang the process. Time grows
 * with the text only. Throws a SyntaxError for what cannot be done so (back-references, modifiers), and for what is no
 * pattern, neither in the newer reading nor in the older.
 */
export const schemaPattern = Object.assign(
  (source: string, flags: string): SchemaPattern => {
    const name = `/${source}/${flags}`;
    let refusal: unknown;
    for (const reading of new Set([flags, ''])) {
      try {
        const pattern = compilePattern(source, reading, { lookAround: true });
        return { test: (text) => pattern.test(text), toString: () => name };
      } catch (error) {
        refusal ??= error;
      }
    }
    throw refusal;
  },
  // Only asked for by who writes compiled schemas into a file.
  { code: 'schemaPattern' },
);
