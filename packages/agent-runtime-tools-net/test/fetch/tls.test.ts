import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, networkTo } from '../fixtures/local-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'net-tls-'));
let port = 0;
let ca = '';
const server = () =>
  createServer({ key: readFileSync(join(folder, 'key.pem')), cert: ca }, (request, response) => {
    if (request.url === '/down') response.writeHead(302, { location: 'http://public.test/' }).end();
    else response.end(`secure ${request.headers.host}`);
  });
let running: ReturnType<typeof server>;

beforeAll(async () => {
  const names = ['-subj', '/CN=public.test', '-addext', 'subjectAltName=DNS:public.test'];
  const keys = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'key.pem', '-out', 'cert.pem', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...keys, ...names], { cwd: folder, stdio: 'ignore' });
  ca = readFileSync(join(folder, 'cert.pem'), 'utf8');
  running = server();
  await new Promise<void>((resolve) => {
    running.listen(0, '127.0.0.1', () => resolve());
  });
  const address = running.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  running.closeAllConnections();
  running.close();
  rmSync(folder, { recursive: true });
});

describe('fetch over TLS', () => {
  it('checks the certificate against the name, not the address', async () => {
    const network = networkTo({ port }, { tls: { ca } });
    expect(await (await network.fetch('https://public.test/')).text()).toBe('secure public.test');
    expect(await codeOf(network.fetch('https://other.test/'))).toBe('CONNECTION_FAILED');
    await network.close();
  });

  it('does not accept a certificate that nobody vouches for', async () => {
    const network = networkTo({ port });
    expect(await codeOf(network.fetch('https://public.test/'))).toBe('CONNECTION_FAILED');
    await network.close();
  });

  it('refuses a redirect to http while the request carries credentials', async () => {
    const network = networkTo({ port }, { tls: { ca } });
    const headers = { authorization: 'x' };
    expect(await codeOf(network.fetch('https://public.test/down', { headers }))).toBe('URL_REFUSED');
    await network.close();
  });
});
