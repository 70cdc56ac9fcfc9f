import { workspaceErrors, type FileSlice } from '@ku0/agent-runtime-tools-workspace';
import { refuse } from '../errors.ts';
import type { FileCall } from '../file-call.ts';
import type { ReadLimits } from '../read-limits.ts';
import type { FileRead } from './read-file.ts';

export interface BytesCall extends Pick<FileCall, 'workspace' | 'owner'> {
  readonly limits: ReadLimits;
}

/** Bytes from `offset` on, from a file of any size. */
export async function readBase64(
  path: string,
  { offset, limit }: { offset: number; limit: number | undefined },
  { workspace, owner, limits }: BytesCall,
): Promise<FileRead> {
  const length = Math.min(limit ?? limits.maxBase64Bytes, limits.maxBase64Bytes);
  const slice = await workspace.readBytes(path, { offset, length, ...owner });
  // The task has seen this version of the file, but no lines of it.
  workspace.tracker.recordRead(owner, slice.file.path, { version: slice.version, lines: [0, 0] });
  return describe(slice);
}

/** A whole image. Larger ones than `maxImageBytes` are refused. */
export async function readImage(
  path: string,
  mediaType: string,
  { workspace, owner, limits: { maxImageBytes } }: BytesCall,
): Promise<FileRead> {
  const { size, file } = await workspace.stat(path, owner);
  if (size > maxImageBytes) {
    refuse(
      workspaceErrors.TOO_LARGE({
        message: `${file.display} is an image of ${size} bytes, more than the limit of ${maxImageBytes}.`,
        suggestion: 'Make a smaller copy of the image, or read slices of its bytes with encoding base64.',
        details: { path: file.display, size, maxBytes: maxImageBytes },
      }),
    );
  }
  const whole = await workspace.read(path, { maxBytes: maxImageBytes, ...owner });
  return { ...describe({ ...whole, offset: 0, truncated: false }), mediaType };
}

function describe({ file, bytes, size, modifiedMs, offset, truncated }: FileSlice): FileRead {
  return {
    path: file.display,
    content: bytes.toString('base64'),
    size,
    modified: new Date(modifiedMs).toISOString(),
    encoding: 'base64',
    truncated,
    ...(truncated && { nextOffset: offset + bytes.byteLength }),
  };
}
