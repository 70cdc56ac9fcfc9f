import { createHash } from 'node:crypto';

/** One part of the content that is trusted together. Undefined content means that the file does not exist. */
export interface TrustPart {
  readonly name: string;
  readonly content: string | Uint8Array | undefined;
}

/** SHA-256 over names and contents, whatever the order of the parts: `sha256:...`. */
export function trustDigest(parts: readonly TrustPart[]): string {
  const hash = createHash('sha256').update('trust-1\n');
  for (const { name, content } of parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    // Each text is preceded by its length, so that different parts never give the same input.
    hash.update(`${Buffer.byteLength(name)}:${name}`);
    if (content === undefined) hash.update('-');
    else
      hash.update(`${typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength}:`).update(content);
  }
  return `sha256:${hash.digest('hex')}`;
}
