import { createPublicKey, createSecretKey } from 'node:crypto';
import { systemClock, type ToolError } from '@ku0/agent-runtime-tools-core';
import { createNetwork, type Network } from '@ku0/agent-runtime-tools-net';
import type { JWTPayload, JWTVerifyGetKey, KeyObject } from 'jose';
import { authErrors } from '../errors.ts';
import { checkTokenOptions } from './check-token-options.ts';
import { keyFetcher, KeysUnavailableError } from './fetch-keys.ts';
import { ClaimsError, principalOfClaims } from './principal-of-claims.ts';
import type { TokenKeys, TokenVerifier, TokenVerifierOptions } from './token-options.ts';

/**
 * Makes a verifier of JSON Web Tokens for one issuer. Throws a TypeError for options that would accept tokens they should not.
 * The library behind it is loaded with the first token.
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  checkTokenOptions(options);
  const { issuer, audience, algorithms, clock = systemClock, clockToleranceSeconds = 5, maxAgeSeconds, type } = options;
  const ownNetwork = options.network === undefined ? createNetwork() : undefined;
  const keySource = keySourceOf(options.keys, options.network ?? ownNetwork, clock);
  const rules = {
    issuer,
    audience: [audience].flat(),
    algorithms: [...algorithms],
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['exp'],
    ...(maxAgeSeconds !== undefined && { maxTokenAge: maxAgeSeconds }),
    ...(type !== undefined && { typ: type }),
  };
  let getKey: Promise<JWTVerifyGetKey> | undefined;
  return {
    async verify(token) {
      if (typeof token !== 'string' || token === '' || token.length > MAX_TOKEN)
        return { ok: false, error: authErrors.TOKEN_INVALID({ message: 'There is no token, or it is too long.' }) };
      try {
        getKey ??= keySource().catch((error: unknown) => {
          getKey = undefined;
          throw error;
        });
        const { jwtVerify } = await import('jose');
        const { payload } = await jwtVerify(token, await getKey, { ...rules, currentDate: new Date(clock.now()) });
        const principal = principalOfClaims(payload, options);
        return { ok: true, principal, claims: payload, expiresAt: expiryOf(payload) };
      } catch (error) {
        return { ok: false, error: tokenError(error) };
      }
    },
    close: async () => ownNetwork?.close(),
  };
}

/** Checks the keys at once, and loads what finds them when the first token comes. */
function keySourceOf(
  keys: TokenKeys,
  network: Network | undefined,
  clock: NonNullable<TokenVerifierOptions['clock']>,
): () => Promise<JWTVerifyGetKey> {
  if ('secret' in keys) return constantKey(createSecretKey(keys.secret));
  if ('publicKey' in keys) return constantKey(createPublicKey(keys.publicKey));
  if ('jwks' in keys) {
    const { jwks } = keys;
    return async () => (await import('jose')).createLocalJWKSet({ keys: jwks.keys.map((key) => ({ ...key })) });
  }
  const url = new URL(keys.jwksUrl);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
    throw new TypeError('The keys of an issuer are fetched with https.');
  if (network === undefined) throw new TypeError('There is no network to fetch the keys with.');
  const fetchKeys = keyFetcher(network, clock);
  return async () => {
    const { createRemoteJWKSet, customFetch } = await import('jose');
    return createRemoteJWKSet(url, { [customFetch]: fetchKeys });
  };
}

function constantKey(key: KeyObject): () => Promise<JWTVerifyGetKey> {
  return async () => async () => key;
}

/** The error of a token that is not accepted. It repeats nothing of the token. */
function tokenError(error: unknown): ToolError {
  if (error instanceof KeysUnavailableError)
    return authErrors.TOKEN_KEYS_UNAVAILABLE({ message: `The keys cannot be fetched: ${error.message}.` });
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_JWT_EXPIRED') return authErrors.TOKEN_EXPIRED();
  if (code === 'ERR_JWKS_INVALID') return authErrors.TOKEN_KEYS_UNAVAILABLE();
  const claim = error instanceof Error && 'claim' in error ? error.claim : undefined;
  const why =
    typeof claim === 'string' && KNOWN_CLAIMS.has(claim) ? `its "${claim}" is not as expected` : reasonOf(error, code);
  return authErrors.TOKEN_INVALID({ message: `The token is not accepted: ${why}.` });
}

function reasonOf(error: unknown, code: unknown): string {
  if (error instanceof ClaimsError) return error.message;
  return (typeof code === 'string' ? REASONS.get(code) : undefined) ?? 'it cannot be verified';
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ERR_JOSE_ALG_NOT_ALLOWED', 'its algorithm is not allowed here'],
  ['ERR_JWS_SIGNATURE_VERIFICATION_FAILED', 'its signature is wrong'],
  ['ERR_JWKS_NO_MATCHING_KEY', 'it is signed with a key that the issuer does not have'],
  ['ERR_JWKS_MULTIPLE_MATCHING_KEYS', 'it does not say with which key it is signed'],
  ['ERR_JWS_INVALID', 'it is malformed'],
  ['ERR_JWT_INVALID', 'it is malformed'],
]);

function expiryOf({ exp = 0 }: JWTPayload): number {
  return exp * 1000;
}

const KNOWN_CLAIMS = new Set(['iss', 'aud', 'sub', 'exp', 'nbf', 'iat', 'typ']);
const MAX_TOKEN = 16 * 1024;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;
