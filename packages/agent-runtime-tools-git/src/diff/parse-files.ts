import { splitAtNul } from '../config/read-config.ts';
import { nameOf, utf8Text } from '../run/output-bytes.ts';

export type FileChange = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type-changed' | 'unmerged';

export interface DiffFile {
  /** Relative to the top folder. */
  path: string;
  /** The old path of a file that was renamed or copied. */
  from?: string;
  status: FileChange;
  /** Absent for binary files. */
  added?: number;
  removed?: number;
  binary?: true;
}

export interface ListedFile extends DiffFile {
  /** Its names are UTF-8, so they can be arguments of a command. */
  readonly isText: boolean;
}

/** Parses `git diff --raw --numstat -z`: first an entry with the status of each file, then one with its line counts. */
export function parseFiles(output: Buffer): ListedFile[] {
  const fields = splitAtNul(output);
  const files = new Map<string, ListedFile>();
  for (let at = 0; at < fields.length; at += 1) {
    const field = fields[at];
    if (field === undefined) break;
    if (field[0] === COLON) {
      const letter = field.toString('latin1').split(' ').at(-1)?.[0] ?? 'M';
      const first = fields[(at += 1)] ?? EMPTY;
      const second = letter === 'R' || letter === 'C' ? (fields[(at += 1)] ?? EMPTY) : undefined;
      const path = nameOf(second ?? first);
      // A file in conflict has two entries; the first one says so.
      if (files.get(path)?.status === 'unmerged') continue;
      files.set(path, {
        path,
        ...(second !== undefined && { from: nameOf(first) }),
        status: STATUS[letter] ?? 'modified',
        isText: utf8Text(first).isText && (second === undefined || utf8Text(second).isText),
      });
    } else {
      const [, added = '', removed = ''] = /^(\d+|-)\t(\d+|-)\t/.exec(field.toString('latin1')) ?? [];
      const name = field.subarray(added.length + removed.length + 2);
      if (name.length === 0) at += 2;
      const file = files.get(nameOf(name.length === 0 ? (fields[at] ?? EMPTY) : name));
      if (file === undefined) continue;
      if (added === '-') file.binary = true;
      else [file.added, file.removed] = [Number(added), Number(removed)];
    }
  }
  return [...files.values()];
}

const COLON = 0x3a;
const EMPTY = Buffer.alloc(0);

const STATUS: Readonly<Record<string, FileChange>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
  U: 'unmerged',
};
