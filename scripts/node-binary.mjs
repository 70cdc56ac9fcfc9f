import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from './run-child.mjs';
import { readManifest, root } from './workspace.mjs';

/**
 * The path of a Node of this version. It is installed from the npm package `node` into the repository's cache.
 * @param {string} version `22.19.0`
 * @returns {Promise<string | undefined>} Undefined if the installation failed; the reason has been shown.
 */
export async function nodeBinary(version) {
  if (readManifest(join(root, 'node_modules', 'node')).version === version)
    return join(root, 'node_modules', '.bin', 'node');
  const folder = join(root, '.cache', 'node', version);
  const binary = join(folder, 'node_modules', 'node', 'bin', 'node');
  if (existsSync(binary)) return binary;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', folder, `node@${version}`];
  await runQuietly('npm', args, { cwd: folder });
  return existsSync(binary) ? binary : undefined;
}
