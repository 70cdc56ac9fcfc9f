import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { relative, sep, isAbsolute } from 'node:path';

export type BoundedFile =
  | { readonly kind: 'content'; readonly content: Buffer; readonly executable: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly why: string };

export interface BoundedFileOptions {
  readonly maxBytes: number;
  /** The real path of a folder that the file must really lie in. */
  readonly within?: string;
}

/** Reads a regular file of limited size. Never blocks on a pipe or a device, and never rejects. */
export async function readBoundedFile(path: string, { maxBytes, within }: BoundedFileOptions): Promise<BoundedFile> {
  try {
    if (within !== undefined && !isInside(within, await realpath(path)))
      return { kind: 'refused', why: 'it is a link that leads out of the workspace' };
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (stat.isDirectory()) return { kind: 'refused', why: 'it is a folder' };
      if (!stat.isFile()) return { kind: 'refused', why: 'it is not a regular file' };
      if (stat.size > maxBytes) return { kind: 'refused', why: `it is larger than ${maxBytes} bytes` };
      const buffer = Buffer.alloc(stat.size + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < buffer.length; length += read) {
        ({ bytesRead: read } = await file.read(buffer, length, buffer.length - length, length));
      }
      if (length > stat.size) return { kind: 'refused', why: 'it changes while it is read' };
      return { kind: 'content', content: buffer.subarray(0, length), executable: (stat.mode & 0o111) !== 0 };
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return { kind: 'missing' };
    return { kind: 'refused', why: `it cannot be read (${code || String(error)})` };
  }
}

/** Compares whole names, so that `/ws-evil` is not in `/ws`. */
export function isInside(folder: string, path: string): boolean {
  const rest = relative(folder, path);
  return rest !== '..' && !rest.startsWith(`..${sep}`) && !isAbsolute(rest);
}
