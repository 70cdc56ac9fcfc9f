import { createHash } from 'node:crypto';

/** One piece of the content that is trusted together; without content, the fact that it is missing. */
export interface TrustPart {
  readonly name: string;
  readonly content: string | Uint8Array | undefined;
}

/** SHA-256 over names and exact contents, in any order of the parts: `sha256:...`. */
export function trustDigest(parts: readonly TrustPart[]): string {
  const hash = createHash('sha256').update('trust-1\n');
  for (const { name, content } of parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    // Lengths go first, so that no two lists of parts have the same text.
    hash.update(`${Buffer.byteLength(name)}:${name}`);
    if (content === undefined) hash.update('-');
    else
      hash.update(`${typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength}:`).update(content);
  }
  return `sha256:${hash.digest('hex')}`;
}
