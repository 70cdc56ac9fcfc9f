import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runQuietly } from '../run-child.mjs';
import { root, workspacePackages } from '../workspace.mjs';
import { highestBumps, peerReleases } from './peer-releases.mjs';
import { readChangesets } from './read-changesets.mjs';
import { releaseNotes } from './release-notes.mjs';

/** @typedef {import('./release-notes.mjs').Release} Release */

/**
 * @typedef {object} ReleasePlan
 * @property {Release[]} releases The packages that get a new version.
 * @property {string} notes The page about the release; empty if there is nothing to release.
 * @property {() => void} apply Writes versions, changelogs and the page into the repository.
 */

/**
 * Works out a release in a copy of the files that determine it, so that looking at it changes nothing.
 * @param {{ base?: string, scratch: string, date: string }} options `scratch` is an empty folder.
 * @returns {Promise<ReleasePlan>}
 */
export async function planRelease({ base = root, scratch, date }) {
  const before = workspacePackages(base);
  const files = ['pnpm-workspace.yaml', 'package.json', ...before.flatMap(({ folder }) => versionFiles(folder))];
  for (const file of files.filter((each) => existsSync(join(base, each)))) copy(file, base, scratch);
  cpSync(join(base, '.changeset'), join(scratch, '.changeset'), { recursive: true });
  cpSync(join(root, 'scripts', 'release'), join(scratch, 'scripts', 'release'), { recursive: true });
  addPeerReleases(scratch, before);
  const changesets = readChangesets(scratch);
  if (changesets.length === 0) return { releases: [], notes: '', apply: () => undefined };

  const code = await runQuietly('changeset', ['version'], { cwd: scratch, env: { NODE_DISABLE_COMPILE_CACHE: '1' } });
  if (code !== 0) throw new Error(`changeset version ended with ${code}`);
  const releases = newVersions(before, workspacePackages(scratch));
  const notes = releaseNotes({ date, releases, changesets });
  return {
    releases,
    notes,
    apply: () => {
      for (const file of releases.flatMap(({ folder }) => versionFiles(folder))) copy(file, scratch, base);
      for (const { file } of changesets) rmSync(join(base, '.changeset', file), { force: true });
      writePage(base, date, notes);
    },
  };
}

/** @param {string} folder */
function versionFiles(folder) {
  return [`${folder}/package.json`, `${folder}/CHANGELOG.md`];
}

/**
 * @param {string} file
 * @param {string} from
 * @param {string} to
 */
function copy(file, from, to) {
  mkdirSync(dirname(join(to, file)), { recursive: true });
  cpSync(join(from, file), join(to, file));
}

/**
 * One more changeset for each package that has to follow one of its peers.
 * @param {string} scratch
 * @param {readonly import('../workspace.mjs').WorkspacePackage[]} packages
 */
function addPeerReleases(scratch, packages) {
  for (const { name, bump, because } of peerReleases(packages, highestBumps(readChangesets(scratch)))) {
    const file = `needs-new-peer-${name.slice(name.indexOf('/') + 1)}.md`;
    const text = `Needs the new version of \`${because}\`, which is not compatible with the one before.`;
    writeFileSync(join(scratch, '.changeset', file), `---\n'${name}': ${bump}\n---\n\n${text}\n`);
  }
}

/**
 * @param {readonly import('../workspace.mjs').WorkspacePackage[]} before
 * @param {readonly import('../workspace.mjs').WorkspacePackage[]} after
 * @returns {Release[]}
 */
function newVersions(before, after) {
  return after.flatMap(({ folder, manifest: { name, version = '', private: isPrivate } }) => {
    const from = before.find((each) => each.folder === folder)?.manifest.version ?? '';
    return isPrivate || version === from ? [] : [{ name, folder, from, to: version }];
  });
}

/**
 * A second release on the same day gets a page of its own.
 * @param {string} base
 * @param {string} date
 * @param {string} notes
 */
function writePage(base, date, notes) {
  const folder = join(base, 'docs', 'releases');
  mkdirSync(folder, { recursive: true });
  const sameDay = readdirSync(folder).filter((file) => file.startsWith(date)).length;
  writeFileSync(join(folder, sameDay === 0 ? `${date}.md` : `${date}-${sameDay + 1}.md`), notes);
}
