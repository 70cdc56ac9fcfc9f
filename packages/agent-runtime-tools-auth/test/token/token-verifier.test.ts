import { generateKeyPairSync, randomBytes, sign as signBytes } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createTokenVerifier } from '../../src/token/create-token-verifier.ts';
import type { TokenVerifierOptions } from '../../src/token/token-options.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKey = rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const secret = randomBytes(32);

const NOW = Date.UTC(2026, 0, 1);
const seconds = NOW / 1000;
const GOOD = { iss: 'https://issuer.example', aud: 'tools', sub: 'alice', exp: seconds + 60, roles: ['editor'] };
const options: TokenVerifierOptions = {
  issuer: 'https://issuer.example',
  audience: 'tools',
  algorithms: ['RS256'],
  keys: { publicKey },
  clock: { now: () => NOW },
};

interface SigningOptions {
  readonly alg?: string;
  readonly key?: Parameters<SignJWT['sign']>[0];
  readonly header?: object;
}
const sign = (
  claims: Readonly<Record<string, unknown>>,
  { alg = 'RS256', key = rsa.privateKey, header = {} }: SigningOptions = {},
): Promise<string> => new SignJWT({ ...claims }).setProtectedHeader({ alg, ...header }).sign(key);
const verify = async (token: string, more: Partial<TokenVerifierOptions> = {}) =>
  createTokenVerifier({ ...options, ...more }).verify(token);
const problemOf = async (token: string, more: Partial<TokenVerifierOptions> = {}): Promise<string> => {
  const result = await verify(token, more);
  return result.ok ? 'ok' : `${result.error.code}: ${result.error.message}`;
};

describe('a token', () => {
  it('that is genuine names the principal and its roles', async () => {
    expect(await verify(await sign(GOOD))).toEqual({
      ok: true,
      principal: { id: 'alice', roles: ['editor'] },
      claims: GOOD,
      expiresAt: NOW + 60_000,
    });
  });

  it.each([
    ['the signature of another key', () => sign(GOOD, { key: otherRsa.privateKey }), 'its signature is wrong'],
    ['another issuer', () => sign({ ...GOOD, iss: 'https://evil.example' }), 'its "iss" is not as expected'],
    ['an issuer with a slash more', () => sign({ ...GOOD, iss: 'https://issuer.example/' }), 'its "iss"'],
    ['no issuer', () => sign({ ...GOOD, iss: undefined }), 'its "iss"'],
    ['another audience', () => sign({ ...GOOD, aud: 'mail' }), 'its "aud"'],
    ['no audience', () => sign({ ...GOOD, aud: undefined }), 'its "aud"'],
    ['no end', () => sign({ ...GOOD, exp: undefined }), 'its "exp"'],
    ['a start in the future', () => sign({ ...GOOD, nbf: seconds + 60 }), 'its "nbf"'],
    ['another algorithm of the same key', () => sign(GOOD, { alg: 'PS256' }), 'its algorithm is not allowed'],
    ['no caller', () => sign({ ...GOOD, sub: undefined }), 'names no caller'],
    ['an empty caller', () => sign({ ...GOOD, sub: '' }), 'names no caller'],
    ['roles that are no list', () => sign({ ...GOOD, roles: { admin: true } }), 'no list of names'],
    ['roles that are no texts', () => sign({ ...GOOD, roles: [['admin']] }), 'no list of names'],
    ['parts missing', async () => (await sign(GOOD)).split('.').slice(0, 2).join('.'), 'malformed'],
    [
      'a changed payload',
      async () => swapPayload(await sign(GOOD), { ...GOOD, sub: 'root' }),
      'its signature is wrong',
    ],
    [
      'extensions that nobody here understands',
      async () => signByHand({ alg: 'RS256', crit: ['x'], x: 1 }),
      'it cannot be verified',
    ],
  ])('with %s is refused', async (_name, make, problem) => {
    const found = await problemOf(await make());
    expect(found).toContain('TOKEN_INVALID: ');
    expect(found).toContain(problem);
  });

  it('without a signature is refused', async () => {
    const unsigned = new UnsecuredJWT(GOOD).encode();
    expect(await problemOf(unsigned)).toContain('TOKEN_INVALID');
    for (const alg of ['none', 'None', 'NONE']) {
      const header = Buffer.from(JSON.stringify({ alg })).toString('base64url');
      expect(await problemOf(`${header}.${unsigned.split('.')[1]}.`)).toContain('its algorithm is not allowed here');
    }
  });

  it('that is signed with the public key as a secret is refused', async () => {
    const forged = await sign(GOOD, { alg: 'HS256', key: Buffer.from(publicKey) });
    expect(await problemOf(forged)).toContain('its algorithm is not allowed here');
    const jwk = { ...rsa.publicKey.export({ format: 'jwk' }), kid: 'a' };
    expect(await problemOf(forged, { keys: { jwks: { keys: [jwk] } } })).toContain('its algorithm is not allowed here');
  });

  it('that brings its own key is refused', async () => {
    const jwk = otherRsa.publicKey.export({ format: 'jwk' });
    const forged = await sign(GOOD, { key: otherRsa.privateKey, header: { jwk, jku: 'https://evil.example/keys' } });
    expect(await problemOf(forged)).toContain('its signature is wrong');
    expect(await problemOf(forged, { keys: { jwks: { keys: [rsa.publicKey.export({ format: 'jwk' })] } } })).toContain(
      'its signature is wrong',
    );
  });

  it('ends with its time, give or take the tolerance', async () => {
    const ended = await sign({ ...GOOD, exp: seconds - 4 });
    expect(await problemOf(ended)).toBe('ok');
    expect(await problemOf(ended, { clockToleranceSeconds: 0 })).toBe('TOKEN_EXPIRED: The token has expired.');
    expect(await problemOf(await sign({ ...GOOD, exp: seconds - 6 }))).toContain('TOKEN_EXPIRED');
  });

  it('can be too old whatever its end is', async () => {
    const old = await sign({ ...GOOD, iat: seconds - 600 });
    expect(await problemOf(old, { maxAgeSeconds: 900 })).toBe('ok');
    expect(await problemOf(old, { maxAgeSeconds: 300 })).toContain('TOKEN_EXPIRED');
  });

  it('can be required to have a type', async () => {
    const access = await sign(GOOD, { header: { typ: 'at+jwt' } });
    expect(await problemOf(access, { type: 'at+jwt' })).toBe('ok');
    expect(await problemOf(await sign(GOOD), { type: 'at+jwt' })).toContain('its "typ"');
  });

  it('can be signed with a secret', async () => {
    const symmetric = { algorithms: ['HS256'], keys: { secret } };
    expect(await problemOf(await sign(GOOD, { alg: 'HS256', key: secret }), symmetric)).toBe('ok');
    expect(await problemOf(await sign(GOOD, { alg: 'HS256', key: randomBytes(32) }), symmetric)).toContain('signature');
  });

  it('can name its caller and its roles in other claims', async () => {
    const token = await sign({ ...GOOD, scope: 'read write', realm: { roles: ['admin'] } });
    const withScope = await verify(token, {
      roles: 'scope',
      principalId: ({ iss, sub }) => `${String(iss)}|${String(sub)}`,
    });
    expect(withScope).toMatchObject({ principal: { id: 'https://issuer.example|alice', roles: ['read', 'write'] } });
    const nested = await verify(token, { roles: ({ realm }) => Object(realm).roles });
    expect(nested).toMatchObject({ principal: { roles: ['admin'] } });
    expect(await verify(token, { roles: 'constructor' })).toMatchObject({ principal: { roles: [] } });
  });

  it.each(['', 'x'.repeat(20_000), 'not.a.token', '..', '\0.\0.\0'])('that is none is refused: %#', async (text) => {
    expect(await problemOf(text)).toContain('TOKEN_INVALID');
  });
});

describe('a verifier', () => {
  it.each<[string, object]>([
    ['no issuer', { issuer: '' }],
    ['no audience', { audience: [] }],
    ['no algorithm', { algorithms: [] }],
    ['the algorithm none', { algorithms: ['none'] }],
    ['a secret algorithm for a public key', { algorithms: ['RS256', 'HS256'] }],
    ['a public-key algorithm for a secret', { keys: { secret }, algorithms: ['HS256', 'RS256'] }],
    ['a short secret', { keys: { secret: randomBytes(31) }, algorithms: ['HS256'] }],
    ['a secret too short for one of its algorithms', { keys: { secret }, algorithms: ['HS256', 'HS512'] }],
    ['a key file as a secret', { keys: { secret: Buffer.from(publicKey) }, algorithms: ['HS256'] }],
    ['a text as a secret', { keys: { secret: 'x'.repeat(64) }, algorithms: ['HS256'] }],
    ['something else than a key', { keys: { publicKey: 'nothing' } }],
    ['keys fetched without encryption', { keys: { jwksUrl: 'http://issuer.example/keys' } }],
    ['keys from a file', { keys: { jwksUrl: 'file:///etc/keys' } }],
    ['an hour of tolerance', { clockToleranceSeconds: 3600 }],
    ['an unclear tolerance', { clockToleranceSeconds: Number.NaN }],
    ['an unclear age', { maxAgeSeconds: 0 }],
  ])('cannot be made with %s', (_name, change) => {
    expect(() => createTokenVerifier({ ...options, ...change })).toThrow(
      /issuer|audience|algorithm|secret|DECODER|https|Seconds/i,
    );
  });
});

function swapPayload(token: string, payload: object): string {
  const [header, , signature] = token.split('.');
  return [header, Buffer.from(JSON.stringify(payload)).toString('base64url'), signature].join('.');
}

/** Libraries refuse to sign some headers. */
function signByHand(header: object): string {
  const body = [header, GOOD].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${body}.${signBytes('sha256', Buffer.from(body), rsa.privateKey).toString('base64url')}`;
}
