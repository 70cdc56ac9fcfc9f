import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { FileSystem } from '../fs/file-system.ts';
import { nodeFileSystem } from '../fs/node-file-system.ts';
import { systemFailure } from '../fs/system-failure.ts';
import { FileLocks } from '../locks/file-locks.ts';
import { makeFolder } from './state-folder.ts';
import { removeQuietly, syncFolder, writeStateFile } from './state-files.ts';

/**
 * Revises a file that several processes share, outside of every workspace: nobody else changes it meanwhile, and the
 * new text is put in place as a whole. `revise` reads the old one and gives the new one, or undefined to leave it.
 */
export async function updateStateFile(
  file: string,
  revise: () => Promise<string | undefined>,
  { fs = nodeFileSystem }: { readonly fs?: FileSystem } = {},
): Promise<void> {
  const locks = join(dirname(file), 'locks');
  await makeFolder(fs, locks);
  const lock = await new FileLocks(fs, locks).acquire([file]);
  try {
    const text = await revise();
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
