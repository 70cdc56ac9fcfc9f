import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../workspace.mjs';

const STARTUP_MS = 60_000;

/**
 * @typedef {object} LocalRegistry
 * @property {string} url With a final slash.
 * @property {string} npmrc The lines with which a package manager gets the packages of the scope here, and all others where
 *   this machine gets them.
 * @property {() => Promise<void>} stop
 */

/**
 * Starts a registry on this machine that knows only what is published to it: it asks no other registry.
 * @param {string} folder An empty folder for its files.
 * @returns {Promise<LocalRegistry>}
 */
export async function startRegistry(folder) {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const configuration = {
    storage: './storage',
    listen: `127.0.0.1:${port}`,
    auth: { htpasswd: { file: './htpasswd' } },
    uplinks: {},
    packages: { '@ku0/*': { access: '$all', publish: '$authenticated' } },
    max_body_size: '50mb',
    log: { type: 'stdout', format: 'pretty', level: 'warn' },
  };
  // YAML is a superset of JSON.
  writeFileSync(join(folder, 'config.yaml'), JSON.stringify(configuration));
  const log = openSync(join(folder, 'log.txt'), 'a');
  const program = join(root, 'node_modules', '.bin', 'verdaccio');
  const child = spawn(program, ['--config', join(folder, 'config.yaml')], { cwd: folder, stdio: ['ignore', log, log] });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await exited;
  };
  try {
    await answering(url, () => child.exitCode !== null);
    const token = await tokenOf(url);
    return { url, npmrc: `@ku0:registry=${url}\n//127.0.0.1:${port}/:_authToken=${token}\n`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/**
 * @param {string} url
 * @param {() => boolean} hasEnded
 */
async function answering(url, hasEnded) {
  for (const end = Date.now() + STARTUP_MS; Date.now() < end; await sleep(100)) {
    if (hasEnded()) throw new Error('the local registry ended while it started');
    const response = await fetch(`${url}-/ping`).catch(() => undefined);
    if (response?.ok) return;
  }
  throw new Error('the local registry did not start');
}

/**
 * The token of a new user, who may publish.
 * @param {string} url
 */
async function tokenOf(url) {
  const user = { name: 'releaser', password: 'only-for-this-registry' };
  const response = await fetch(`${url}-/user/org.couchdb.user:${user.name}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(user),
  });
  const { token } = /** @type {{ token?: string }} */ (await response.json());
  if (token === undefined) throw new Error(`the local registry made no user: ${response.status}`);
  return token;
}
