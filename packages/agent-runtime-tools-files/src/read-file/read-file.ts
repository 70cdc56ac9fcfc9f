import { withPathSuggestions, type TextEncoding } from '@ku0/agent-runtime-tools-workspace';
import type { FileCall } from '../file-call.ts';
import type { ReadLimits } from '../read-limits.ts';
import { readBase64, readImage } from './read-base64.ts';
import { readBlock, readSlice } from './read-text.ts';

export interface ReadFileParams {
  readonly path: string;
  /** `utf-8` detects the encoding; another text encoding overrides the detection. Default `utf-8`. */
  readonly encoding?: TextEncoding | 'base64';
  /** The first line, counted from 1 (0 means the first too); with base64 the first byte, counted from 0. */
  readonly offset?: number;
  /** Lines; with base64 bytes. */
  readonly limit?: number;
  readonly mode?: 'slice' | 'indentation';
  /** For the mode `indentation`: a line of the block, counted from 1. */
  readonly anchorLine?: number;
}

export interface FileRead {
  path: string;
  /** The text of the file without a byte order mark, or base64. */
  content: string;
  /** Of the whole file, in bytes. */
  size: number;
  /** ISO 8601. */
  modified: string;
  /** The encoding of the file, or base64. */
  encoding: TextEncoding | 'base64';
  /** The file has more than was read. */
  truncated: boolean;
  /** Of the whole file; for text only. */
  totalLines?: number;
  /** The number of the first line in `content`, counted from 1. */
  startLine?: number;
  /** The number of lines in `content`. */
  lines?: number;
  /** The offset for the next read. */
  nextOffset?: number;
  /** The numbers, counted from 1, of long lines that were cut. */
  cutLines?: number[];
  /** For images. */
  mediaType?: string;
}

/** Reads a part of a file of any size in bounded memory, or a whole image. */
export async function readFile(
  params: ReadFileParams,
  call: FileCall & { readonly limits: ReadLimits },
): Promise<FileRead> {
  return withPathSuggestions(call.workspace, () => readPart(params, call));
}

async function readPart(
  { path, encoding, offset, limit, mode, anchorLine }: ReadFileParams,
  call: FileCall & { readonly limits: ReadLimits },
): Promise<FileRead> {
  const isText = encoding !== undefined && encoding !== 'base64' && encoding !== 'utf-8';
  const isWhole = offset === undefined && limit === undefined && mode !== 'indentation' && !isText;
  const image = isWhole
    ? imageType((await call.workspace.readBytes(path, { length: HEAD_BYTES, ...call.owner })).bytes)
    : undefined;
  if (image !== undefined) return readImage(path, image, call);
  if (encoding === 'base64') return readBase64(path, { offset: offset ?? 0, limit }, call);
  const as = isText ? { encoding } : {};
  if (mode === 'indentation') return readBlock(path, { anchor: indexOf(anchorLine ?? offset), limit, as }, call);
  return readSlice(path, { start: indexOf(offset), limit, as }, call);
}

/** The index of a line that the caller counts from 1. */
function indexOf(line = 1): number {
  return Math.max(0, line - 1);
}

/** The media type of an image that models can look at, told by its first bytes; undefined for anything else. */
function imageType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD_BYTES)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  return head.startsWith('RIFF') && head.startsWith('WEBP', 8) ? 'image/webp' : undefined;
}

/** The number of bytes that tell. */
const HEAD_BYTES = 12;
