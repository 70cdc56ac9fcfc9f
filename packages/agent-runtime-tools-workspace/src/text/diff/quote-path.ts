/** A path as git writes it in a diff: quoted if it has control characters, quotes or backslashes. */
export function quotePath(path: string): string {
  if (!NEEDS_QUOTES.test(path)) return path;
  return `"${path.replaceAll(ESCAPED, (character) => ESCAPES[character] ?? octal(character))}"`;
}

const NEEDS_QUOTES = /[\u0000-\u001f\u007f"\\]/;
const ESCAPED = /[\u0000-\u001f\u007f"\\]/g;
const ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

function octal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`;
}
