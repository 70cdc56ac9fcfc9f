import { constants } from 'node:fs';
import type { FileSystem } from '../fs/file-system.ts';
import { isMissing } from '../fs/system-failure.ts';
import { readRange } from '../read/open-file.ts';

/** Writes a new file of the state folder and flushes it. Leaves no file behind if it fails. */
export async function writeStateFile(
  fs: FileSystem,
  path: string,
  data: Uint8Array,
  { durable = true }: { durable?: boolean } = {},
): Promise<void> {
  const file = await fs.open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    await file.write(data);
    if (durable) await file.sync();
  } catch (error) {
    await file.close().catch(() => undefined);
    await removeQuietly(fs, path);
    throw error;
  }
  try {
    await file.close();
  } catch (error) {
    await removeQuietly(fs, path);
    throw error;
  }
}

/** Undefined if there is no such file. */
export async function readStateFile(fs: FileSystem, path: string): Promise<Buffer | undefined> {
  try {
    const file = await fs.open(path, constants.O_RDONLY);
    try {
      return await readRange(file, 0, (await file.stat()).size);
    } finally {
      await file.close().catch(() => undefined);
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export async function syncFolder(fs: FileSystem, path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await fs.open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close().catch(() => undefined);
  }
}

/** Tries twice and never throws. Returns whether the file is gone. */
export async function removeQuietly(fs: FileSystem, path: string): Promise<boolean> {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await fs.unlink(path);
      return true;
    } catch (error) {
      if (isMissing(error)) return true;
    }
  }
  return false;
}
