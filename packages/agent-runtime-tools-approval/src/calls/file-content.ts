import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { canonicalJson } from '@ku0/agent-runtime-tools-core';

/** What a file holds, as a short text: a digest, or why there is none. Bounded; devices and pipes are not opened. */
export async function fileContent(path: string, section?: string): Promise<string> {
  let file;
  try {
    // Opening a pipe would wait for its writer.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    return `none:${error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'}`;
  }
  try {
    const stat = await file.stat({ bigint: true });
    if (!stat.isFile()) return 'special';
    if (stat.size > MOST_BYTES) return `large:${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
    const content = await file.readFile();
    return section === undefined ? digestOf(content) : sectionDigest(content, section);
  } catch {
    return 'unreadable';
  } finally {
    await file.close();
  }
}

/** Other parts of a manifest change all the time and run nothing. */
function sectionDigest(content: Buffer, section: string): string {
  try {
    const parsed: unknown = JSON.parse(content.toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null) return digestOf(content);
    return digestOf(Buffer.from(canonicalJson(Object.entries(parsed).find(([name]) => name === section)?.[1] ?? null)));
  } catch {
    return digestOf(content);
  }
}

function digestOf(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

const MOST_BYTES = 16 * 1024 * 1024;
