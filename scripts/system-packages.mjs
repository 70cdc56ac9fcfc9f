import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runChild } from './run-child.mjs';
import { say, since } from './say.mjs';

/**
 * @typedef {object} SystemPackage
 * @property {string} binary A program of the package. If it is on PATH, the package is installed.
 * @property {readonly string[]} neededBy The folders whose tests are skipped without it.
 */

/**
 * System packages that some tests need, by their Debian name.
 * @type {Readonly<Record<string, SystemPackage>>}
 */
export const SYSTEM_PACKAGES = {
  tmux: { binary: 'tmux', neededBy: ['apps/agent', 'apps/toolbox'] },
  git: { binary: 'git', neededBy: ['packages/agent-runtime-tools-git'] },
  bubblewrap: { binary: 'bwrap', neededBy: ['packages/agent-runtime-tools-sandbox'] },
  chromium: { binary: 'chromium', neededBy: ['packages/agent-runtime-tools-browser', 'apps/toolbox'] },
  'python3-pytest': { binary: 'pytest', neededBy: ['packages/agent-runtime-tools-project'] },
  python3: {
    binary: 'python3',
    neededBy: ['packages/agent-runtime-tools-sandbox', 'packages/agent-runtime-tools-specs'],
  },
  fish: { binary: 'fish', neededBy: ['apps/toolbox'] },
  zsh: { binary: 'zsh', neededBy: ['apps/toolbox'] },
  // Its server is not on PATH; this program comes with it.
  postgresql: {
    binary: 'pg_ctlcluster',
    neededBy: ['packages/agent-runtime-tools-specs', 'packages/agent-runtime-tools-testkit'],
  },
  'redis-server': {
    binary: 'redis-server',
    neededBy: [
      'packages/agent-runtime-tools-testkit',
      'packages/agent-runtime-tools-rate-limit',
      'packages/agent-runtime-tools-remote',
    ],
  },
};

/**
 * Installs missing packages on Debian and its derivatives, as root or with passwordless sudo. Otherwise it says which tests
 * will be skipped. Never fails.
 * @param {Readonly<Record<string, SystemPackage>>} wanted
 * @param {{ path?: string, install?: (names: string[]) => Promise<number> }} [options] For tests.
 * @returns {Promise<string[]>} The names that are still missing.
 */
export async function ensureSystemPackages(wanted, { path = process.env['PATH'] ?? '', install = installer() } = {}) {
  const missing = () => Object.keys(wanted).filter((name) => !isOnPath(wanted[name]?.binary ?? name, path));
  const toInstall = missing();
  if (toInstall.length > 0 && install) {
    const started = performance.now();
    say(`installing ${toInstall.join(', ')}`);
    const code = await install(toInstall);
    if (code === 0) say(`installed in ${since(started)}`);
  }
  const left = missing();
  for (const name of left) say(`without ${name}, suites are skipped in ${wanted[name]?.neededBy.join(', ')}`);
  return left;
}

/** @returns {((names: string[]) => Promise<number>) | undefined} Undefined if the system is not based on Debian. */
function installer() {
  if (!existsSync('/etc/debian_version')) return undefined;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive'];
  const install = ['install', '-yq', '--no-install-recommends'];
  return async (names) => (await aptGet(asRoot, ['update', '-q'])) || aptGet(asRoot, [...install, ...names]);
}

/**
 * @param {readonly string[]} asRoot
 * @param {readonly string[]} args
 */
function aptGet(asRoot, args) {
  const [command = 'env', ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
  return runChild(command, rest, { stdio: ['ignore', 2, 2] });
}

/**
 * @param {string} binary
 * @param {string} path
 */
function isOnPath(binary, path) {
  return path.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, binary), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
