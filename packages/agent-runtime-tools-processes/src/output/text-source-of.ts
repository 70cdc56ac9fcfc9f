import { TextDecoder } from 'node:util';
import type { TextSource } from './text-source.ts';
import { WholeCharacters } from './whole-characters.ts';

/** Undefined when there is no such encoding. */
export function textSourceOf(encoding: string): TextSource | undefined {
  if (isUtf8(encoding)) return new WholeCharacters();
  const decoder = decoderOf(encoding);
  if (decoder === undefined) return undefined;
  return {
    next: (chunk) => Buffer.from(decoder.decode(chunk, { stream: true })),
    end: () => Buffer.from(decoder.decode()),
  };
}

function isUtf8(encoding: string): boolean {
  return encoding === 'utf-8' || encoding.toLowerCase().replace('-', '') === 'utf8';
}

function decoderOf(encoding: string): TextDecoder | undefined {
  try {
    return new TextDecoder(encoding);
  } catch {
    return undefined;
  }
}
