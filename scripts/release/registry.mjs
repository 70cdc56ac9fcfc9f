import { execFileSync } from 'node:child_process';
import { basename } from 'node:path';
import { runChild } from '../run-child.mjs';
import { readManifest, root } from '../workspace.mjs';

/**
 * The registry that npm is configured to publish the packages to.
 * @returns {string}
 */
export function configuredRegistry() {
  const ofScope = npmSetting('@ku0:registry');
  return ofScope === 'undefined' || ofScope === '' ? npmSetting('registry') : ofScope;
}

/** @param {string} key */
function npmSetting(key) {
  const options = { cwd: root, encoding: /** @type {const} */ ('utf8') };
  return execFileSync('npm', ['config', 'get', key], { ...options, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

/**
 * Whether others can reach the registry: every one that is not on this machine.
 * @param {string} registry
 */
export function isPublicRegistry(registry) {
  const { hostname } = new URL(registry);
  return !(hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname));
}

/**
 * @param {string} registry
 * @param {{ name: string, version: string }} release
 */
export async function isPublished(registry, { name, version }) {
  const url = new URL(name.replace('/', '%2f'), registry.endsWith('/') ? registry : `${registry}/`);
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) });
  if (response.status === 404) return false;
  if (!response.ok) throw new Error(`${registry} answers ${response.status} to a question about ${name}`);
  const { versions = {} } = /** @type {{ versions?: Record<string, unknown> }} */ (await response.json());
  return Object.hasOwn(versions, version);
}

/**
 * Publishes tarballs, in this order. Stops at the first that the registry does not take.
 * @param {readonly string[]} tarballs
 * @param {{ registry: string, provenance: boolean, base?: string }} options `base` has the .npmrc; default this repository.
 * @returns {Promise<number>} An exit code.
 */
export async function publishTarballs(tarballs, { registry, provenance, base = root }) {
  const pnpm = readManifest(root).packageManager ?? 'pnpm';
  const flags = [
    '--registry',
    registry,
    '--access',
    'public',
    '--no-git-checks',
    ...(provenance ? ['--provenance'] : []),
  ];
  const script = `for t in ${tarballs.map((file) => `"$TARBALLS/${basename(file)}"`).join(' ')}; do pnpm publish "$t" ${flags.join(' ')} || exit; done`;
  const folder = tarballs[0]?.slice(0, -basename(tarballs[0]).length - 1) ?? '';
  const options = {
    cwd: base,
    env: { TARBALLS: folder },
    stdio: /** @type {('ignore' | number)[]} */ (['ignore', 2, 2]),
  };
  return runChild('npx', ['--yes', '-p', pnpm, '-c', script], options);
}
