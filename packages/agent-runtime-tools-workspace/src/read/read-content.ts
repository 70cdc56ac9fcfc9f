import type { Owner } from '@ku0/agent-runtime-tools-core';
import { refuse, workspaceErrors } from '../errors.ts';
import type { FileStat, FileSystem, OpenFile } from '../fs/file-system.ts';
import type { ResolvedPath } from '../paths/resolved-path.ts';
import { hashOf, versionOf, type FileVersion } from './file-version.ts';
import { readRange, withFile } from './open-file.ts';

/** On whose behalf a file is read. Reads are served by turns between principals. */
export type ReadOwner = Partial<Owner>;

/** The task that sees the content: its later writes are checked against what it has read. */
export interface TrackedReadOptions extends ReadOwner {
  /** False if the task does not see the content. Default true. */
  readonly track?: boolean;
}

export interface ReadOptions extends TrackedReadOptions {
  readonly cwd?: string;
  /** Larger files are refused with TOO_LARGE. Default 16 MiB. */
  readonly maxBytes?: number;
}

/** A whole file. */
export interface FileContent {
  readonly file: ResolvedPath;
  readonly bytes: Buffer;
  readonly size: number;
  readonly modifiedMs: number;
  /** The mode bits of the file, as in `stat`. */
  readonly permissions: number;
  readonly version: FileVersion;
  /** SHA-256 of the bytes. */
  readonly hash: string;
}

/** A part of a file, for files of any size. */
export interface FileSlice extends Omit<FileContent, 'hash'> {
  readonly offset: number;
  /** The file has more bytes after the slice. */
  readonly truncated: boolean;
}

export function readContent(fs: FileSystem, file: ResolvedPath, maxBytes = 16 * 1024 * 1024): Promise<FileContent> {
  return withFile(fs, file, async ({ file: open, stat }) => {
    if (stat.size > maxBytes) refuse(tooLarge(file, stat.size, maxBytes));
    const bytes = await readAll(open, stat.size, maxBytes + 1);
    if (bytes.byteLength > maxBytes) refuse(tooLarge(file, bytes.byteLength, maxBytes));
    return { ...describe(file, bytes, stat), hash: hashOf(bytes) };
  });
}

export function readSlice(
  fs: FileSystem,
  file: ResolvedPath,
  { offset, length }: { offset: number; length: number },
): Promise<FileSlice> {
  return withFile(fs, file, async ({ file: open, stat }) => {
    // Files in /proc report the size 0 although they have content.
    const wanted = stat.size === 0 ? length : Math.min(length, stat.size - offset);
    const bytes = await readRange(open, offset, Math.max(0, wanted));
    const isMore = stat.size === 0 ? bytes.byteLength === length : offset + bytes.byteLength < stat.size;
    return { ...describe(file, bytes, stat), offset, truncated: length > 0 && isMore };
  });
}

/** Reads up to a limit, also from a file that grows or whose stat has no size. */
async function readAll(file: OpenFile, size: number, limit: number): Promise<Buffer> {
  const first = await readRange(file, 0, Math.min(size + 1, limit));
  if (first.byteLength <= size) return first;
  const pieces = [first];
  let done = first.byteLength;
  for (;;) {
    const piece = await readRange(file, done, Math.min(PIECE_BYTES, limit - done));
    if (piece.byteLength === 0) return Buffer.concat(pieces);
    pieces.push(piece);
    done += piece.byteLength;
  }
}

const PIECE_BYTES = 64 * 1024;

function describe(file: ResolvedPath, bytes: Buffer, stat: FileStat): Omit<FileContent, 'hash'> {
  return {
    file,
    bytes,
    size: stat.size,
    modifiedMs: Number(stat.modifiedNs / 1_000_000n),
    permissions: stat.mode,
    version: versionOf(stat),
  };
}

function tooLarge(file: ResolvedPath, size: number, maxBytes: number): ReturnType<typeof workspaceErrors.TOO_LARGE> {
  return workspaceErrors.TOO_LARGE({
    message: `${file.display} has ${size} bytes, more than the limit of ${maxBytes}.`,
    suggestion: 'Read a part of it by lines or bytes.',
    details: { path: file.display, size, maxBytes },
  });
}
