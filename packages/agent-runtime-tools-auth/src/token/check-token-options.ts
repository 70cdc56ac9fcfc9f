import type { TokenVerifierOptions } from './token-options.ts';

/** Throws a TypeError for options that would accept tokens they should not. */
export function checkTokenOptions(options: TokenVerifierOptions): void {
  const { issuer, audience, algorithms, keys, clockToleranceSeconds = 0, maxAgeSeconds = 1 } = options;
  if (!isText(issuer)) throw new TypeError('issuer must name the issuer whose tokens are accepted.');
  const audiences = [audience].flat();
  if (audiences.length === 0 || !audiences.every(isText))
    throw new TypeError('audience must say who accepted tokens are meant for.');
  if (algorithms.length === 0) throw new TypeError('algorithms must list the accepted algorithms, such as RS256.');
  const known = 'secret' in keys ? SECRET_ALGORITHMS : KEY_ALGORITHMS;
  const refused = algorithms.find((name) => !known.test(name));
  // A public key that is taken for a secret would let everybody sign tokens.
  if (refused !== undefined)
    throw new TypeError(
      `The algorithm ${JSON.stringify(refused)} is not for ${'secret' in keys ? 'a secret' : 'public keys'}.`,
    );
  if ('secret' in keys) checkSecret(keys.secret, algorithms);
  if (!(clockToleranceSeconds >= 0 && clockToleranceSeconds <= MAX_TOLERANCE))
    throw new TypeError(`clockToleranceSeconds must be between 0 and ${MAX_TOLERANCE}.`);
  if (!(maxAgeSeconds > 0)) throw new TypeError('maxAgeSeconds must be above 0.');
}

function checkSecret(secret: unknown, algorithms: readonly string[]): void {
  if (!(secret instanceof Uint8Array)) throw new TypeError('The secret must be bytes.');
  const bytes = Math.max(...algorithms.map((name) => Number(name.slice(2)) / 8));
  if (secret.byteLength < bytes)
    throw new TypeError(`The secret has ${secret.byteLength} bytes; ${algorithms.join(', ')} needs ${bytes}.`);
  if (Buffer.from(secret).includes('-----BEGIN')) throw new TypeError('The secret is a key file.');
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

const SECRET_ALGORITHMS = /^HS(?:256|384|512)$/;
const KEY_ALGORITHMS = /^(?:[RPE]S(?:256|384|512)|EdDSA|Ed25519)$/;
const MAX_TOLERANCE = 300;
