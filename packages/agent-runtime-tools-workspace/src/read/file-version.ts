import { createHash } from 'node:crypto';
import type { FileStat, OpenFile } from '../fs/file-system.ts';

/** Identifies the content of a file by its stat: it changes whenever the file is written or replaced. */
export type FileVersion = string;

export function versionOf(stat: FileStat): FileVersion {
  return `${stat.dev}:${stat.ino}:${stat.size}:${stat.modifiedNs}`;
}

/** The SHA-256 of content, in hexadecimal. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The SHA-256 of an open file of any size. */
export async function hashFile(file: OpenFile): Promise<string> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(256 * 1024);
  for (let position = 0; ;) {
    const read = await file.read(chunk, position);
    if (read === 0) return hash.digest('hex');
    hash.update(chunk.subarray(0, read));
    position += read;
  }
}
