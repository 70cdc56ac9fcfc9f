import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { httpLoader, ToolSpecRegistry, type HttpLoaderOptions } from '../../src/index.ts';

const document = (description: string): string =>
  JSON.stringify([{ name: 'a', description, tool_type: 'custom', input_schema: { type: 'object' } }]);

let server: Server;
let origin = '';
let body = '';
let status = 200;
let signature = '';
let requests: string[] = [];

beforeEach(async () => {
  [body, status, signature, requests] = [document('first'), 200, '', []];
  server = createServer((request, response) => {
    const etag = `"${createHash('sha256').update(body).digest('hex')}"`;
    const isKnown = request.headers['if-none-match'] === etag;
    requests.push(`${request.url} ${isKnown ? 304 : status}`);
    if (request.url === '/hangs') return;
    if (request.url?.endsWith('.sig')) response.end(signature);
    else if (isKnown) response.writeHead(304).end();
    else response.writeHead(status, { etag }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const registryFor = (options: HttpLoaderOptions, path = '/tools.json'): ToolSpecRegistry =>
  new ToolSpecRegistry({
    loaders: [httpLoader(origin + path, { network: { allowPrivate: [origin.slice('http://'.length)] }, ...options })],
  });
const kinds = async (registry: ToolSpecRegistry): Promise<string[]> =>
  (await registry.loadAll()).problems.map(({ kind }) => kind);

describe('the HTTP loader', () => {
  it('loads a document, and not again while it is the same', async () => {
    const registry = registryFor({ trustServer: true });
    expect(await registry.loadAll()).toMatchObject({ tools: 1, problems: [] });
    expect(await registry.loadAll()).toMatchObject({ tools: 1, problems: [] });
    body = document('second');
    await registry.loadAll();
    expect(registry.get('a')?.description).toBe('second');
    expect(requests).toEqual(['/tools.json 200', '/tools.json 304', '/tools.json 200']);
    await registry.close();
  });

  it('keeps what it has through an outage, and recovers by itself', async () => {
    const registry = registryFor({ trustServer: true });
    await registry.loadAll();
    status = 503;
    body = document('second');
    expect(await kinds(registry)).toEqual(['unreadable']);
    expect(registry.get('a')?.description).toBe('first');
    status = 200;
    expect(await kinds(registry)).toEqual([]);
    expect(registry.get('a')?.description).toBe('second');
    await registry.close();
  });

  it('takes only the document with the pinned digest', async () => {
    const sha256 = createHash('sha256').update(body).digest();
    for (const digest of [sha256.toString('hex'), `sha256-${sha256.toString('base64')}`]) {
      body = document('first');
      const registry = registryFor({ digest });
      expect(await kinds(registry)).toEqual([]);
      body = document('other');
      expect(await kinds(registry)).toEqual(['unverified']);
      expect(registry.get('a')?.description).toBe('first');
      await registry.close();
    }
  });

  it('takes only documents that are signed with the key', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const registry = registryFor({ publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString() });
    expect(await kinds(registry)).toEqual(['unverified']);
    expect(registry.size).toBe(0);
    signature = sign(null, Buffer.from(body), privateKey).toString('base64');
    expect(await kinds(registry)).toEqual([]);
    body = document('forged');
    expect(await kinds(registry)).toEqual(['unverified']);
    signature = 'bm9uc2Vuc2U=';
    expect(await kinds(registry)).toEqual(['unverified']);
    expect(registry.get('a')?.description).toBe('first');
    await registry.close();
  });

  it('has to be told how the document is verified', () => {
    expect(() => httpLoader(origin, {})).toThrow(/trustServer/);
    expect(() => httpLoader(origin, { digest: 'abc' })).toThrow(/SHA-256/);
    expect(() => httpLoader(origin, { publicKey: 'no key' })).toThrow(/PEM|key|unsupported/i);
  });

  it('stops at its limits of time and size', async () => {
    const slow = registryFor({ trustServer: true, timeoutMs: 200 }, '/hangs');
    expect(await kinds(slow)).toEqual(['unreadable']);
    const small = registryFor({ trustServer: true, maxBytes: 10 });
    expect(await kinds(small)).toEqual(['unreadable']);
    await Promise.all([slow.close(), small.close()]);
  });

  it('reaches no private address that the host has not allowed', async () => {
    const registry = registryFor({ trustServer: true, network: {} });
    expect(await registry.loadAll()).toMatchObject({ tools: 0, problems: [{ kind: 'unreadable' }] });
    expect(requests).toEqual([]);
    await registry.close();
  });

  it('follows the document while it is watched', async () => {
    const registry = registryFor({ trustServer: true, pollMs: 20 });
    await registry.loadAll();
    await registry.watch();
    body = document('second');
    for (let tries = 0; tries < 500 && registry.get('a')?.description !== 'second'; tries++) await sleep(10);
    expect(registry.get('a')?.description).toBe('second');
    await registry.close();
    const { length } = requests;
    await sleep(60);
    expect(requests).toHaveLength(length);
  });
});
