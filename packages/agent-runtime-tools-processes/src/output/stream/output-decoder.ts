import { TextDecoder } from 'node:util';
import { Utf8Chunker } from './utf8-chunker.ts';

/** Turns chunks of a program's output into chunks of UTF-8 that contain whole characters only. */
export interface OutputDecoder {
  /** The returned buffer is valid until the next call. */
  next(chunk: Buffer): Buffer;
  end(): Buffer;
}

/** Undefined if there is no such encoding. */
export function createDecoder(encoding: string): OutputDecoder | undefined {
  if (isUtf8(encoding)) return new Utf8Chunker();
  const decoder = textDecoder(encoding);
  if (decoder === undefined) return undefined;
  return {
    next: (chunk) => Buffer.from(decoder.decode(chunk, { stream: true })),
    end: () => Buffer.from(decoder.decode()),
  };
}

function isUtf8(encoding: string): boolean {
  return encoding === 'utf-8' || encoding.toLowerCase().replace('-', '') === 'utf8';
}

function textDecoder(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}
