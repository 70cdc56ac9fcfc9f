/** A header line of the `*** Begin Patch` format. */
export interface FileHeader {
  readonly action: 'add' | 'delete' | 'update' | 'move';
  /** Empty if the line names no file. */
  readonly path: string;
}

/**
 * Parses `*** Add File: path` and its variants, in any case and with blanks around every part. Undefined if the line is not
 * a header. An indented header inside a hunk is content, which only the parser of the hunk can tell.
 */
export function readFileHeader(line: string): FileHeader | undefined {
  const [, words = '', path = ''] = HEADER.exec(line) ?? [];
  const action = ACTIONS.get(words.replaceAll(/\s+/g, ' ').toLowerCase());
  return action === undefined ? undefined : { action, path: path.trim() };
}

const HEADER = /^\s*\*\*\*\s+((?:add|delete|update|move)\s+file|(?:move|rename)\s+to):(.*)$/is;

/** Other tools use the last two spellings. */
const ACTIONS: ReadonlyMap<string, FileHeader['action']> = new Map([
  ['add file', 'add'],
  ['delete file', 'delete'],
  ['update file', 'update'],
  ['move to', 'move'],
  ['move file', 'move'],
  ['rename to', 'move'],
]);
