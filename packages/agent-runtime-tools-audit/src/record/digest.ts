import { createHmac, hash } from 'node:crypto';
import { useCanonicalJson } from '@ku0/agent-runtime-tools-core';
import { deriveKey, type AuditKey } from './audit-key.ts';

/** Makes the digest of a value. Equal JSON values have equal digests, whatever the order of their members. */
export type Digest = (value: unknown) => string;

/**
 * Creates the function that makes the digests of arguments and results. Without a key, somebody who has the trail can find
 * a short value by trying; with a key, only somebody who has the key can.
 */
export function createDigest(key?: AuditKey): Digest {
  if (key === undefined) return withPrefix('sha256:', (utf8) => hash('sha256', utf8));
  const digestKey = deriveKey(key, 'digest');
  return withPrefix('hmac-sha256:', (utf8) => createHmac('sha256', digestKey).update(utf8).digest('hex'));
}

/** Values that are not JSON, such as cycles, all have the same digest. */
function withPrefix(prefix: string, digest: (utf8: Uint8Array) => string): Digest {
  const notJson = prefix + digest(Buffer.from('not JSON'));
  return (value) => {
    try {
      return prefix + useCanonicalJson(value, digest);
    } catch {
      return notJson;
    }
  };
}
