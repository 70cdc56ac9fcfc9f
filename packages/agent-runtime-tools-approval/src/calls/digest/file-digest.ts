import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { canonicalJson } from '@ku0/agent-runtime-tools-core';

/** A digest of a file's content, or a word for why there is none. Large files count by their metadata; devices and pipes are not read. */
export async function fileDigest(path: string, sections?: readonly string[]): Promise<string> {
  // Most candidate files do not exist, and this check is cheap.
  if (!existsSync(path)) return 'none';
  let file;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return `none:${error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'}`;
  }
  try {
    const stat = await file.stat({ bigint: true });
    if (!stat.isFile()) return 'special';
    if (stat.size > MAX_BYTES) return `large:${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
    const content = await file.readFile();
    return sections === undefined ? digestOf(content) : sectionDigest(content, sections);
  } catch {
    return 'unreadable';
  } finally {
    await file.close();
  }
}

/** A digest of some members of a JSON file: the others change often and do not decide what runs. */
function sectionDigest(content: Buffer, sections: readonly string[]): string {
  try {
    const parsed: unknown = JSON.parse(content.toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null) return digestOf(content);
    const counted = Object.entries(parsed).filter(([name]) => sections.includes(name));
    return digestOf(Buffer.from(canonicalJson(Object.fromEntries(counted))));
  } catch {
    return digestOf(content);
  }
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

const MAX_BYTES = 16 * 1024 * 1024;
