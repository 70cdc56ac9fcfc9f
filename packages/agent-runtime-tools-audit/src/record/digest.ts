import { createHmac, hash } from 'node:crypto';
import { canonicalJson } from '@ku0/agent-runtime-tools-core';
import { deriveKey, type AuditKey } from './audit-key.ts';

/** Makes the digest of a value. Equal JSON values have equal digests, whatever the order of their members. */
export type Digest = (value: unknown) => string;

/**
 * Creates the function that makes the digests of arguments and results. Without a key, somebody who has the trail can find
 * a short value by trying; with a key, only somebody who has the key can.
 */
export function createDigest(key?: AuditKey): Digest {
  if (key === undefined) return (value) => `sha256:${hash('sha256', textOf(value))}`;
  const digestKey = deriveKey(key, 'digest');
  return (value) => `hmac-sha256:${createHmac('sha256', digestKey).update(textOf(value)).digest('hex')}`;
}

/** Values that are not JSON, such as cycles, all have the same digest. */
function textOf(value: unknown): string {
  try {
    return canonicalJson(value);
  } catch {
    return 'not JSON';
  }
}
