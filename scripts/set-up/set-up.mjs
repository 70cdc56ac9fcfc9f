import { join } from 'node:path';
import { buildPackages } from '../build/build-packages.mjs';
import { installDependencies } from './install-dependencies.mjs';
import { root } from '../workspace.mjs';
import { withLock } from '../with-lock.mjs';

/**
 * Installs and builds what is missing or out of date. A lock keeps two commands from building at the same time.
 * @param {Pick<import('../build/build-packages.mjs').BuildOptions, 'rebuild' | 'args'>} [build]
 * @returns {Promise<number>} An exit code.
 */
export function setUp(build) {
  const lock = join(root, '.cache', 'set-up.lock');
  return withLock(lock, async () => (await installDependencies()) || buildPackages(build));
}
