/**
 * Parses JSON that may have comments and commas before closing brackets, as in `tsconfig.json`:
 *
 *     { "a": "//", // a comment
 *       "b": [1,], }    is    { "a": "//", "b": [1] }
 */
export function parseJsonc(text: string): unknown {
  const withoutComments = text.replace(STRING_OR_COMMENT, (found) => (found.startsWith('"') ? found : ' '));
  const plain = withoutComments.replace(STRING_OR_TRAILING_COMMA, (found) =>
    found.startsWith('"') ? found : found.slice(1),
  );
  const parsed: unknown = JSON.parse(plain.replace(/^\uFEFF/, ''));
  return parsed;
}

// An unclosed comment reaches to the end, so that a hostile file takes time in proportion to its length.
const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;
const STRING_OR_TRAILING_COMMA = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g;
