import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { nodeFileSystem } from '../fs/node-file-system.ts';
import { systemFailure } from '../fs/system-failure.ts';
import { FileLocks } from '../locks/file-locks.ts';
import { makeFolder } from './state-folder.ts';
import { removeQuietly, syncFolder, writeStateFile } from './state-files.ts';

/**
 * Updates a file that several processes share, outside of every workspace, under a lock and atomically. `update` reads the
 * old text and returns the new one, or undefined to leave the file as it is.
 */
export async function updateStateFile(
  file: string,
  update: () => Promise<string | undefined>,
  { fs = nodeFileSystem }: { readonly fs?: FileSystem } = {},
): Promise<void> {
  const locks = join(dirname(file), 'locks');
  await makeFolder(fs, locks);
  const lock = await new FileLocks(fs, locks).acquire([file]);
  try {
    const text = await update();
    if (text !== undefined) await replace(fs, file, text);
  } finally {
    await lock.release();
  }
}

async function replace(fs: FileSystem, file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeStateFile(fs, draft, Buffer.from(text));
    await fs.rename(draft, file);
    await syncFolder(fs, dirname(file));
  } catch (error) {
    await removeQuietly(fs, draft);
    throw systemFailure(error, file);
  }
}
