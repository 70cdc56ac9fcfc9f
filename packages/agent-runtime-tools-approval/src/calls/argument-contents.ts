/** The texts that a call would write or send. */
export function argumentContents(params: Readonly<Record<string, unknown>>): string[] {
  const contents: string[] = [];
  for (const name in params) {
    const value = params[name];
    if (CONTENT.has(name) && typeof value === 'string') contents.push(value);
    else if (Array.isArray(value) && NESTED.has(name)) {
      for (const item of value as unknown[]) if (isRecord(item)) contents.push(...argumentContents(item));
    }
  }
  return contents;
}

const CONTENT = new Set(
  'content contents text new_string new_str newString insert_text file_text replace replacement diff patch body input data code'.split(
    ' ',
  ),
);
const NESTED = new Set(['files', 'edits', 'diffs', 'changes']);

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
