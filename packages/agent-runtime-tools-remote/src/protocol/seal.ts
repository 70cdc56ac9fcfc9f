import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a sealed text is for. A text that was sealed for one purpose is not accepted for another. */
export type SealPurpose = 'ticket' | 'outcome' | 'announcement';

export type Secret = string | Uint8Array;

/** Throws a TypeError for a secret that could be guessed. */
export function checkSecret(secret: unknown): asserts secret is Secret {
  const bytes =
    typeof secret === 'string' ? Buffer.byteLength(secret) : secret instanceof Uint8Array ? secret.byteLength : 0;
  if (bytes < MIN_SECRET_BYTES)
    throw new TypeError(`The secret must have at least ${MIN_SECRET_BYTES} bytes. Make one: openssl rand -hex 32`);
}

/** Adds an HMAC to a text, so that whoever has the same secret can tell that it was not changed. */
export function seal(purpose: SealPurpose, text: string, secret: Secret): string {
  return macOf(purpose, text, secret).toString('base64url') + text;
}

/** The text that was sealed, or undefined if it was changed, or sealed with another secret or for another purpose. */
export function unseal(purpose: SealPurpose, sealed: string, secret: Secret): string | undefined {
  const text = sealed.slice(MAC_CHARACTERS);
  const mac = Buffer.from(sealed.slice(0, MAC_CHARACTERS), 'base64url');
  const expected = macOf(purpose, text, secret);
  return mac.length === expected.length && timingSafeEqual(mac, expected) ? text : undefined;
}

function macOf(purpose: SealPurpose, text: string, secret: Secret): Buffer {
  return createHmac('sha256', secret).update(`agent-runtime-tools-remote/1/${purpose}\n`).update(text).digest();
}

const MIN_SECRET_BYTES = 16;
/** 32 bytes in base64url. */
const MAC_CHARACTERS = 43;
