import { createHash } from 'node:crypto';
import { filesBelow, fingerprint } from '../fingerprint.mjs';
import { buildDependencies } from '../workspace.mjs';

/** @typedef {import('../workspace.mjs').WorkspacePackage} WorkspacePackage */

/**
 * A hash for each package, over its own sources and those of all packages it is built from.
 * @param {string} base
 * @param {readonly WorkspacePackage[]} packages
 * @returns {Record<string, string>} By folder.
 */
export function buildStamps(base, packages) {
  const own = new Map(packages.map(({ folder }) => [folder, sourceFingerprint(base, folder)]));
  return Object.fromEntries(
    packages.map((each) => {
      const hash = createHash('sha256');
      for (const folder of [...closure(each, packages)].toSorted()) hash.update(own.get(folder) ?? '');
      return [each.folder, hash.digest('hex')];
    }),
  );
}

/**
 * @param {string} base
 * @param {string} folder
 */
function sourceFingerprint(base, folder) {
  return fingerprint(base, [
    'tsconfig.base.json',
    'tsdown.base.config.ts',
    ...BUILD_PLUGINS,
    'pnpm-lock.yaml',
    ...filesBelow(base, folder, isNoSource),
  ]);
}

const BUILD_PLUGINS = [
  'built-versions',
  'bundled-licences',
  'node-check',
  'only-bundles',
  'library-types',
  'line-mappings',
  'shipped-maps',
].map((name) => `scripts/build/${name}.mjs`);

/** @param {string} name */
function isNoSource(name) {
  return (
    ['node_modules', 'dist', 'library-types', 'test', '.cache'].includes(name) || /\.(md|tsbuildinfo|log)$/.test(name)
  );
}

/**
 * @param {WorkspacePackage} each
 * @param {readonly WorkspacePackage[]} packages
 * @param {Set<string>} [found]
 */
function closure(each, packages, found = new Set()) {
  if (found.has(each.folder)) return found;
  found.add(each.folder);
  for (const needed of buildDependencies(each, packages)) closure(needed, packages, found);
  return found;
}
