import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, withDependencies, workspacePackages } from '../workspace.mjs';

/**
 * The folders of the packages that the README's `npm install` command names, and of all packages they depend on.
 * @param {string} [base] The repository; default this one.
 * @returns {string[]} Relative to the base, sorted.
 */
export function readmePackages(base = root) {
  const packages = workspacePackages(base);
  const names = namesToInstall(readFileSync(join(base, 'README.md'), 'utf8'));
  const installed = names.map((name) => {
    const found = packages.find(({ manifest }) => manifest.name === name);
    if (found === undefined) throw new Error(`README.md installs ${name}, which is no package of this repository`);
    return found;
  });
  return withDependencies(installed, packages)
    .map(({ folder }) => folder)
    .toSorted();
}

/**
 * The packages of the command, which may go on in the next lines: `npm install @ku0/a \`.
 * @param {string} readme
 */
function namesToInstall(readme) {
  const [command] = /^npm install @(?:[^\n]*\\\n)*[^\n]*$/m.exec(readme) ?? [];
  const names = command?.match(/@[\w-]+\/[\w-]+/g) ?? [];
  if (names.length === 0) throw new Error('README.md has no npm install command');
  return names;
}
