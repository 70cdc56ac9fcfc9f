import { compilePattern } from '../pattern/linear-pattern.ts';

/** The part of `RegExp` that ajv uses. */
interface SchemaPattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * Compiles a schema's `pattern` so that matching takes time linear in the text: neither a hostile schema nor a hostile text
 * can hang the process. Tries the given flags first, then no flags, because older schemas are not written for `u`. Throws a
 * SyntaxError for an invalid pattern and for what needs backtracking (back-references, modifiers).
 */
export const schemaPattern = Object.assign(
  (source: string, flags: string): SchemaPattern => {
    const name = `/${source}/${flags}`;
    let firstError: unknown;
    for (const triedFlags of new Set([flags, ''])) {
      try {
        const pattern = compilePattern(source, triedFlags, { lookAround: true });
        return { test: (text) => pattern.test(text), toString: () => name };
      } catch (error) {
        firstError ??= error;
      }
    }
    throw firstError;
  },
  // Required by ajv's type; used only when compiled schemas are written to a file.
  { code: 'schemaPattern' },
);
