import { createHash, randomBytes } from 'node:crypto';
import type { ArtifactInfo, ArtifactOwner } from '@ku0/agent-runtime-tools-core';
import type { OpenFile } from '../fs/file-system.ts';
import { readRange } from '../read/open-file.ts';

/**
 * The file of an artifact: the length of the header in four bytes, the header as JSON, and the text as UTF-16, so that a page
 * is found by its offset.
 */
export interface ArtifactFile {
  readonly owner: ArtifactOwner;
  /** The offset of the text, and its length in bytes. */
  readonly start: number;
  readonly bytes: number;
}

export function encodeArtifact(text: string, { owner, callId, description, mediaType }: ArtifactInfo): Buffer {
  const header = Buffer.from(JSON.stringify({ owner, callId, description, mediaType }));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(header.byteLength);
  return Buffer.concat([length, header, Buffer.from(text, 'utf16le')]);
}

/** Undefined if the file is not an artifact, or is incomplete after a crash. */
export async function openArtifact(file: OpenFile): Promise<ArtifactFile | undefined> {
  const { size } = await file.stat();
  const length = await readRange(file, 0, LENGTH_BYTES);
  if (length.byteLength < LENGTH_BYTES) return undefined;
  const start = LENGTH_BYTES + length.readUInt32LE();
  if (start > size || start > MAX_HEADER_BYTES) return undefined;
  const owner = ownerIn(await readRange(file, LENGTH_BYTES, start - LENGTH_BYTES));
  return owner === undefined ? undefined : { owner, start, bytes: size - start };
}

const LENGTH_BYTES = 4;
const MAX_HEADER_BYTES = 1024 * 1024;

function ownerIn(header: Buffer): ArtifactOwner | undefined {
  try {
    const value: unknown = JSON.parse(header.toString('utf8'));
    const owner: unknown = typeof value === 'object' && value !== null && 'owner' in value ? value.owner : undefined;
    return isOwner(owner) ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isOwner(value: unknown): value is ArtifactOwner {
  return (
    typeof value === 'object' &&
    value !== null &&
    'principalId' in value &&
    typeof value.principalId === 'string' &&
    'taskId' in value &&
    typeof value.taskId === 'string' &&
    (!('parentTasks' in value) || Array.isArray(value.parentTasks))
  );
}

/** The creation time and size of an artifact. They are part of its name, so that eviction need not open files. */
export interface ArtifactName {
  readonly time: number;
  readonly bytes: number;
}

export function newArtifactId(bytes: number, now = Date.now()): string {
  return `artifact-${now.toString(36).padStart(9, '0')}-${bytes.toString(36)}-${randomBytes(10).toString('hex')}`;
}

export function parseArtifactId(id: string): ArtifactName | undefined {
  const found = /^artifact-([0-9a-z]{9})-([0-9a-z]{1,10})-[0-9a-f]{20}$/.exec(id);
  return found === null
    ? undefined
    : { time: Number.parseInt(found[1] ?? '', 36), bytes: Number.parseInt(found[2] ?? '', 36) };
}

/** The name of the folder with a principal's artifacts. The id of another principal's artifact is not found there. */
export function principalFolder(principalId: string): string {
  return createHash('sha256').update(principalId).digest('hex').slice(0, 24);
}
