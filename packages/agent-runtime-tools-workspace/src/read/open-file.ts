import { constants } from 'node:fs';
import { basename, dirname } from 'node:path';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileStat, FileSystem, OpenFile } from '../fs/file-system.ts';
import { Folder } from '../fs/folder.ts';
import { systemFailure } from '../fs/system-failure.ts';

/** A regular file, open for reading, that was checked to be at its path. */
export interface ReadableFile {
  readonly file: OpenFile;
  readonly stat: FileStat;
}

/** Opens the file at a real path, runs `use` and closes the file. Failures name `display`. */
export async function withFile<T>(
  fs: FileSystem,
  { path, display }: { readonly path: string; readonly display: string },
  use: (readable: ReadableFile) => Promise<T>,
): Promise<T> {
  const readable = await openReadable(fs, path, display);
  try {
    return await use(readable);
  } catch (error) {
    throw systemFailure(error, display);
  } finally {
    await readable.file.close().catch(() => undefined);
  }
}

async function openReadable(fs: FileSystem, path: string, display: string): Promise<ReadableFile> {
  try {
    const folder = await Folder.open(fs, dirname(path));
    try {
      return await openRegular(folder, basename(path));
    } finally {
      await folder.close().catch(() => undefined);
    }
  } catch (error) {
    throw systemFailure(error, display);
  }
}

/** Opens a regular file for reading. Its kind is checked first, because opening a device can have effects. */
export async function openRegular(folder: Folder, name: string): Promise<ReadableFile> {
  const seen = await folder.fs.lstat(folder.at(name));
  if (seen.kind !== 'file') refuse(notRegular(seen, name));
  const file = await folder.openEntry(name, constants.O_RDONLY);
  try {
    const stat = await file.stat();
    if (stat.kind !== 'file') refuse(notRegular(stat, name));
    return { file, stat };
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}

function notRegular(
  { kind }: FileStat,
  name: string,
): ReturnType<typeof workspaceErrors.NOT_A_FILE | typeof workspaceErrors.IS_DIRECTORY> {
  if (kind === 'directory') return workspaceErrors.IS_DIRECTORY({ message: `${name} is a folder.` });
  return workspaceErrors.NOT_A_FILE({ message: `${name} is not a regular file.` });
}

/** Up to `length` bytes from `offset`. */
export function readRange(file: OpenFile, offset: number, length: number): Promise<Buffer> {
  return readInto(file, Buffer.allocUnsafe(length), offset);
}

/** Fills a buffer from `offset`. Returns a shorter one at the end of the file. */
export async function readInto(file: OpenFile, buffer: Buffer, offset: number): Promise<Buffer> {
  let done = 0;
  while (done < buffer.byteLength) {
    const read = await file.read(buffer.subarray(done), offset + done);
    if (read === 0) break;
    done += read;
  }
  return buffer.subarray(0, done);
}
