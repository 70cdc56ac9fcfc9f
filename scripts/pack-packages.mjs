import { basename, join, resolve } from 'node:path';
import { runChild } from './run-child.mjs';
import { say } from './say.mjs';
import { readManifest, root, withDependencies, workspacePackages } from './workspace.mjs';

/** The folders of the packages that are published, relative to the root. */
export function publishedFolders() {
  return workspacePackages()
    .filter(({ manifest }) => !manifest.private)
    .map(({ folder }) => folder);
}

/**
 * `npm run pack -- FOLDER [PACKAGE...]`: packs the named packages and those that they depend on; without names, all.
 * @param {readonly string[]} args A package is named in full or by the end of its name: `core`.
 * @returns {Promise<number>} An exit code.
 */
export async function pack([folder = 'packed', ...names]) {
  const published = workspacePackages().filter(({ manifest }) => !manifest.private);
  const chosen = names.map((name) =>
    published.find(({ manifest }) => manifest.name === name || manifest.name.endsWith(`-tools-${name}`)),
  );
  const unknown = names.filter((_, at) => chosen[at] === undefined);
  if (unknown.length > 0) {
    say(`there is no package ${unknown.join(', ')}; for example core is one`);
    return 2;
  }
  const found = chosen.filter((each) => each !== undefined);
  const packed = names.length === 0 ? published : withDependencies(found, published);
  return packPackages(
    packed.map((each) => each.folder),
    resolve(folder),
  );
}

/**
 * Packs packages as they are published: by pnpm, because npm would leave `workspace:` and `catalog:` in the manifests.
 * @param {readonly string[]} folders Relative to the root.
 * @param {string} destination
 * @param {string} [base] The repository; default this one.
 * @returns {Promise<number>} An exit code.
 */
export async function packPackages(folders, destination, base = root) {
  const pnpm = readManifest(root).packageManager ?? 'pnpm';
  const packEach = 'for p; do pnpm --dir "$p" --silent pack --out "$PACKED/$(basename "$p").tgz" || exit; done';
  const script = `sh -c '${packEach}' pack ${folders.join(' ')}`;
  const pnpmfile = join(root, 'scripts', 'packages', 'pnpmfile.mjs');
  const options = { cwd: base, env: { PACKED: destination, PNPM_CONFIG_PNPMFILE: pnpmfile } };
  return runChild('npx', ['--yes', '-p', pnpm, '-c', script], { ...options, stdio: ['ignore', 2, 2] });
}

/**
 * @param {string} folder
 * @param {string} destination
 */
export function tarballOf(folder, destination) {
  return join(destination, `${basename(folder)}.tgz`);
}
