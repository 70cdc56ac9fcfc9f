/** @typedef {import('../workspace.mjs').WorkspacePackage} WorkspacePackage */
/** @typedef {import('./read-changesets.mjs').Bump} Bump */

/** @type {Record<Bump, number>} */
const ORDER = { patch: 0, minor: 1, major: 2 };

/**
 * The releases that follow from others: if a package that an application shares between others (a peer of some, such as
 * core) leaves the range in which it is compatible, whoever uses it does so too, because its users must change both.
 * Changesets alone would call that a patch.
 *
 *     core 1.4.0 -> 2.0.0    files 1.1.0 -> 2.0.0
 *     core 0.4.0 -> 0.5.0    files 0.2.3 -> 0.3.0
 *
 * @param {readonly WorkspacePackage[]} packages
 * @param {Readonly<Record<string, Bump>>} releases The highest bump of each package that has a changeset.
 * @returns {{ name: string, bump: Bump, because: string }[]} In addition to `releases`.
 */
export function peerReleases(packages, releases) {
  /** @type {Record<string, Bump>} */
  const all = { ...releases };
  /** @type {Map<string, { name: string, bump: Bump, because: string }>} */
  const added = new Map();
  const published = packages.filter(({ manifest }) => !manifest.private);
  const shared = new Set(published.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {})));
  for (let changed = true; changed;) {
    changed = false;
    for (const { manifest } of published) {
      const used = { ...manifest.dependencies, ...manifest.peerDependencies };
      const because = published.find(
        ({ manifest: { name, version } }) =>
          shared.has(name) && Object.hasOwn(used, name) && isBreaking({ name, version }, all),
      );
      if (because === undefined || isBreaking(manifest, all)) continue;
      const bump = breakingBump(manifest.version);
      all[manifest.name] = bump;
      added.set(manifest.name, { name: manifest.name, bump, because: because.manifest.name });
      changed = true;
    }
  }
  return [...added.values()];
}

/**
 * @param {readonly { releases: Readonly<Record<string, Bump>> }[]} changesets
 * @returns {Record<string, Bump>} The highest bump of each package.
 */
export function highestBumps(changesets) {
  /** @type {Record<string, Bump>} */
  const highest = {};
  for (const [name, bump] of changesets.flatMap(({ releases }) => Object.entries(releases))) {
    const known = highest[name];
    if (known === undefined || ORDER[bump] > ORDER[known]) highest[name] = bump;
  }
  return highest;
}

/**
 * The first release of a package breaks nobody.
 * @param {{ name: string, version?: string | undefined }} manifest
 * @param {Readonly<Record<string, Bump>>} releases
 */
function isBreaking({ name, version }, releases) {
  const bump = releases[name];
  return bump !== undefined && version !== UNRELEASED && ORDER[bump] >= ORDER[breakingBump(version)];
}

const UNRELEASED = '0.0.0';

/**
 * Below 1.0, a minor version is a breaking one.
 * @param {string | undefined} version
 * @returns {Bump}
 */
function breakingBump(version) {
  return version?.startsWith('0.') ? 'minor' : 'major';
}
