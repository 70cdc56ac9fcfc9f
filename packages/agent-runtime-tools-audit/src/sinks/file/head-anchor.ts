import type { ChainHash, ChainHead } from '../../record/chain.ts';

/**
 * The content of a head file: the segment, its last record, and a hash over both. The hash protects it only if the chain
 * has a key: then nobody without the key can make the file name an earlier record, except by putting back an old copy.
 */
export function formatHead(segment: string, { seq, hash }: ChainHead, chainHash: ChainHash): string {
  const text = `${segment}:${seq}:${hash}`;
  return `${text} ${chainHash(`head ${text}`)}`.padEnd(HEAD_BYTES - 1).concat('\n');
}

/** Undefined if the text is not a head of this segment, or its hash is wrong. */
export function parseHead(text: string, segment: string, chainHash: ChainHash): ChainHead | undefined {
  const match = HEAD.exec(text);
  if (match === null) return undefined;
  const [, head = '', ofSegment, seq, hash = '', sealed] = match;
  if (ofSegment !== segment || chainHash(`head ${head}`) !== sealed) return undefined;
  return { seq: Number(seq), hash };
}

/** All heads have the same length, so that one can be written over another. */
const HEAD_BYTES = 192;
const HEAD = /^((\d{8}):(\d+):([0-9a-f]{64})) ([0-9a-f]{64}) *\n$/;
