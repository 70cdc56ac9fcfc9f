import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { examineTarballs } from '../check-packages.mjs';
import { checkShipped } from '../check-shipped.mjs';
import { packPackages, tarballOf } from '../pack-packages.mjs';
import { repositoryAddress } from '../packages/repository-address.mjs';
import { say } from '../say.mjs';
import { setUp } from '../set-up/set-up.mjs';
import { dependenciesFirst, root, workspacePackages } from '../workspace.mjs';
import { planRelease } from './plan-release.mjs';
import { configuredRegistry, isPublicRegistry, isPublished, publishTarballs } from './registry.mjs';

/** @typedef {import('./plan-release.mjs').ReleasePlan} ReleasePlan */

/**
 * `npm run release`: new versions and changelogs from the changesets, a commit, a build, the checks of the tarballs, and
 * then exactly these tarballs are published. A release that failed halfway goes on when it is started again: what has its
 * version stays, and only what the registry lacks is published. Nothing is pushed.
 * @param {readonly string[]} args `--dry-run` shows what would happen.
 * @returns {Promise<number>} An exit code.
 */
export async function release(args) {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const registry = values.registry ?? configuredRegistry();
  const problem = refusal(registry, values['dry-run'] === true, repositoryAddress());
  if (problem !== undefined) {
    say(problem);
    return 1;
  }
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'release-')));
  try {
    const scratch = join(folder, 'scratch');
    mkdirSync(scratch);
    const plan = await planRelease({ scratch, date: new Date().toISOString().slice(0, 10) });
    for (const { name, from, to } of plan.releases) say(`${name} ${from} -> ${to}`);
    if (values['dry-run'] === true) return await showPlan(plan, registry);
    if (plan.releases.length > 0) commitVersions(plan);
    return (await setUp()) || (await publish(join(folder, 'tarballs'), registry, values));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const OPTIONS = /** @type {const} */ ({
  'dry-run': { type: 'boolean' },
  /** Default: the one that npm is configured with. */
  registry: { type: 'string' },
  /** For a workflow on GitHub: the registry shows where the tarballs were built. */
  provenance: { type: 'boolean' },
  /** Publishes without the checks of the tarballs, because they have just been made. */
  'skip-checks': { type: 'boolean' },
});

/**
 * @param {string} registry
 * @param {boolean} isDryRun
 * @param {string | undefined} address Of the repository.
 * @returns {string | undefined} Why nothing may be released.
 */
export function refusal(registry, isDryRun, address) {
  if (isPublicRegistry(registry) && address === undefined && !isDryRun)
    return `not released to ${registry}: packages on a public registry say where their source is; set "repository" in package.json first`;
  if (!isDryRun && git('status', '--porcelain') !== '')
    return 'not released: there are changes that are not committed (git status)';
  return undefined;
}

/**
 * @param {ReleasePlan} plan
 * @param {string} registry
 */
async function showPlan({ releases, notes }, registry) {
  const unpublished = await unpublishedPackages(registry, (name) => releases.find((each) => each.name === name)?.to);
  say(`would publish ${unpublished.length} packages to ${registry}`);
  for (const { manifest, version } of unpublished) say(`  ${manifest.name}@${version}`);
  process.stdout.write(notes);
  return 0;
}

/** @param {ReleasePlan} plan */
function commitVersions({ releases, apply }) {
  apply();
  git('add', '--all');
  const names = releases.map(({ name, to }) => `${name.replace('@ku0/agent-runtime-tools-', '')} ${to}`);
  git('commit', '--quiet', '--message', `Release: ${names.join(', ')}`);
}

/**
 * @param {string} tarballs A folder that does not exist yet.
 * @param {string} registry
 * @param {{ provenance?: boolean | undefined, 'skip-checks'?: boolean | undefined }} options
 */
async function publish(tarballs, registry, { provenance = false, 'skip-checks': skipChecks = false }) {
  const packages = await unpublishedPackages(registry);
  if (packages.length === 0) {
    say('nothing to publish');
    return 0;
  }
  mkdirSync(tarballs);
  const folders = packages.map(({ folder }) => folder);
  const files = folders.map((folder) => tarballOf(folder, tarballs));
  const code =
    (await packPackages(folders, tarballs)) ||
    (skipChecks ? 0 : (await examineTarballs(folders, tarballs)) || (await checkShipped())) ||
    (await publishTarballs(files, { registry, provenance }));
  if (code !== 0) {
    say('the release is not complete; repair what is named above and run it again');
    return code;
  }
  for (const { manifest, version } of packages) git('tag', '--force', `${manifest.name}@${version}`);
  for (const { manifest, version } of packages) say(`published ${manifest.name}@${version}`);
  return 0;
}

/**
 * The packages whose version the registry does not have, dependencies first.
 * @param {string} registry
 * @param {(name: string) => string | undefined} [plannedVersion]
 */
async function unpublishedPackages(registry, plannedVersion = () => undefined) {
  const published = dependenciesFirst(workspacePackages()).filter(({ manifest }) => !manifest.private);
  const found = [];
  for (const { folder, manifest } of published) {
    const version = plannedVersion(manifest.name) ?? manifest.version ?? '';
    if (version !== UNRELEASED && !(await isPublished(registry, { name: manifest.name, version })))
      found.push({ folder, manifest, version });
  }
  return found;
}

/** The version of a package that no changeset has given a first one. */
const UNRELEASED = '0.0.0';

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
