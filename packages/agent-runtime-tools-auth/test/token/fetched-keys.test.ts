import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createNetwork } from '@ku0/agent-runtime-tools-net';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTokenVerifier } from '../../src/token/create-token-verifier.ts';
import type { TokenVerifier } from '../../src/token/token-options.ts';

const pairOf = (kid: string) => ({ kid, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) });
const first = pairOf('first');
const second = pairOf('second');
const publish = (...pairs: (typeof first)[]): string =>
  JSON.stringify({
    keys: pairs.map(({ kid, publicKey }) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256' })),
  });
const tokenOf = ({ kid, privateKey }: typeof first): Promise<string> =>
  new SignJWT({ sub: 'alice' })
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer('https://issuer.example')
    .setAudience('tools')
    .setExpirationTime('5m')
    .sign(privateKey);

describe('keys that an issuer publishes', () => {
  let server: Server;
  let url: string;
  let answer: { status: number; body: string; headers?: Record<string, string> };
  let requests = 0;
  const open: TokenVerifier[] = [];
  const verifierOf = (network = createNetwork({ allowPrivate: ['127.0.0.1'] })): TokenVerifier => {
    const verifier = createTokenVerifier({
      issuer: 'https://issuer.example',
      audience: 'tools',
      algorithms: ['ES256'],
      keys: { jwksUrl: url },
      network,
    });
    open.push({ ...verifier, close: () => network.close() });
    return verifier;
  };
  const codeOf = async (verifier: TokenVerifier, token: string): Promise<string> => {
    const result = await verifier.verify(token);
    return result.ok ? 'ok' : result.error.code;
  };

  beforeEach(async () => {
    requests = 0;
    answer = { status: 200, body: publish(first) };
    server = createServer((_request, response) => {
      requests++;
      response.writeHead(answer.status, answer.headers).end(answer.body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/keys`;
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((verifier) => verifier.close()));
    server.closeAllConnections();
    server.close();
  });

  it('are fetched once for many tokens', async () => {
    const verifier = verifierOf();
    const token = await tokenOf(first);
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf(verifier, token)));
    expect(new Set(codes)).toEqual(new Set(['ok']));
    expect(requests).toBe(1);
  });

  it('refuse a token of another key, without a request for each', async () => {
    const verifier = verifierOf();
    for (let at = 0; at < 5; at++) expect(await codeOf(verifier, await tokenOf(second))).toBe('TOKEN_INVALID');
    expect(requests).toBe(1);
  });

  it('are not fetched from a private address unless the host allows it', async () => {
    expect(await codeOf(verifierOf(createNetwork()), await tokenOf(first))).toBe('TOKEN_KEYS_UNAVAILABLE');
    expect(requests).toBe(0);
  });

  it.each([
    ['an error', { status: 500, body: '' }],
    ['a page', { status: 200, body: '<html>' }],
    ['something else', { status: 200, body: '[]' }],
    ['keys that are none', { status: 200, body: '{ "keys": [7] }' }],
    ['a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/keys' } }],
    ['a megabyte', { status: 200, body: `{ "keys": [] ${' '.repeat(1_000_000)} }` }],
  ])('that come as %s let nobody in', async (_name, bad) => {
    answer = bad;
    expect(await codeOf(verifierOf(), await tokenOf(first))).toBe('TOKEN_KEYS_UNAVAILABLE');
  });

  it('are asked for again after an outage, at most once a second', async () => {
    const verifier = verifierOf();
    const token = await tokenOf(first);
    const good = answer;
    answer = { status: 503, body: '' };
    for (let at = 0; at < 10; at++) expect(await codeOf(verifier, token)).toBe('TOKEN_KEYS_UNAVAILABLE');
    expect(requests).toBeLessThan(5);
    answer = good;
    await expect.poll(() => codeOf(verifier, token), { timeout: 20_000, interval: 200 }).toBe('ok');
  });
});
