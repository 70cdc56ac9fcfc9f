import { linearPattern } from '../pattern/linear-pattern.ts';

/** What a compiled schema asks of a pattern. */
interface SchemaPattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * The patterns of schemas: schemas come from strangers too, texts from models, and neither may hang the process. What
 * the linear matcher cannot do (look-around, back-references) is left to the engine, and so are patterns that only its
 * older reading understands.
 */
export const schemaPattern = Object.assign(
  (source: string, flags: string): SchemaPattern => {
    const name = `/${source}/${flags}`;
    for (const reading of new Set([flags, ''])) {
      try {
        const pattern = linearPattern(source, reading);
        return { test: (text) => pattern.test(text), toString: () => name };
      } catch {
        // The next reading, or the engine, may understand it.
      }
    }
    return engineOwn(source, flags);
  },
  // Only asked for by who writes compiled schemas into a file.
  { code: 'schemaPattern' },
);

/** Throws when the pattern is none in either reading. */
function engineOwn(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    return new RegExp(source);
  }
}
