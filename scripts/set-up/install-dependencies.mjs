import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../fingerprint.mjs';
import { runChild } from '../run-child.mjs';
import { say, since } from '../say.mjs';
import { readManifest, root, workspacePackages } from '../workspace.mjs';

const stampFile = join(root, 'node_modules', '.setup-stamp');

/**
 * Installs the locked dependencies, including the Node that all scripts use, unless they are already installed.
 * @returns {Promise<number>} An exit code.
 */
export async function installDependencies() {
  const stamp = dependencyStamp();
  if (isInstalled(stamp)) return 0;
  const pnpm = readManifest(root).packageManager ?? 'pnpm';
  const started = performance.now();
  say(`installing dependencies with ${pnpm}`);
  const code = await runChild('npx', ['--yes', '-p', pnpm, '-c', INSTALL], { cwd: root, stdio: ['ignore', 2, 2] });
  if (code !== 0) {
    say(`dependencies could not be installed (after changing them: npx -p ${pnpm} -c 'pnpm install')`);
    return code;
  }
  writeFileSync(stampFile, stamp);
  say(`dependencies installed in ${since(started)}`);
  return 0;
}

// Replace a node_modules folder made by npm without asking, because this may run without a terminal.
const INSTALL = 'pnpm install --frozen-lockfile --config.confirmModulesPurge=false';

/** A hash of all files that determine what is installed. The version of Node is one of the locked dependencies. */
function dependencyStamp() {
  const manifests = workspacePackages().map(({ folder }) => join(folder, 'package.json'));
  return fingerprint(root, ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests]);
}

/** @param {string} stamp */
function isInstalled(stamp) {
  if (!existsSync(join(root, 'node_modules', '.bin', 'node'))) return false;
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp;
}
