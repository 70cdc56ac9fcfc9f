/** What a header line of the `*** Begin Patch` format says about a file. */
export interface FileHeader {
  readonly action: 'add' | 'delete' | 'update' | 'move';
  /** Empty where the line names none. */
  readonly path: string;
}

/**
 * Reads `*** Add File: path` and its like, with blanks around all of it and in any case. Undefined where the line is no
 * header. Inside a hunk an indented one is content, which only the reader of the hunk can tell.
 */
export function readFileHeader(line: string): FileHeader | undefined {
  const [, words = '', path = ''] = HEADER.exec(line) ?? [];
  const action = ACTIONS.get(words.replaceAll(/\s+/g, ' ').toLowerCase());
  return action === undefined ? undefined : { action, path: path.trim() };
}

const HEADER = /^\s*\*\*\*\s+((?:add|delete|update|move)\s+file|(?:move|rename)\s+to):(.*)$/is;

/** The last two are spellings of other tools. */
const ACTIONS: ReadonlyMap<string, FileHeader['action']> = new Map([
  ['add file', 'add'],
  ['delete file', 'delete'],
  ['update file', 'update'],
  ['move to', 'move'],
  ['move file', 'move'],
  ['rename to', 'move'],
]);
