import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runChild } from '../run-child.mjs';
import { root, workspacePackages } from '../workspace.mjs';

/**
 * A copy of this repository that releases can be made in: the files of git, what is built, and a history of one commit.
 * @param {string} folder Does not exist yet.
 * @param {string} npmrc For the copy.
 */
export function copyRepository(folder, npmrc) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const built = workspacePackages().flatMap(({ folder: each }) =>
    ['dist', 'library-types', 'tsconfig.tsbuildinfo'].map((name) => `${each}/${name}`),
  );
  for (const file of [...listed.toString().split('\0'), ...built]) {
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    // The compiler compares times to see what is up to date.
    cpSync(join(root, file), join(folder, file), { recursive: true, preserveTimestamps: true });
  }
  writeFileSync(join(folder, '.npmrc'), npmrc);
  appendFileSync(join(folder, '.gitignore'), '\n.npmrc\n');
  git(folder, 'init', '--quiet', '--initial-branch=main');
  git(folder, 'config', 'user.name', 'Releaser');
  git(folder, 'config', 'user.email', 'releaser@example.com');
  git(folder, 'config', 'commit.gpgsign', 'false');
  commitAll(folder, 'The repository');
}

/**
 * @param {string} folder
 * @param {string} message
 */
export function commitAll(folder, message) {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--no-verify', '--message', message);
}

/**
 * Runs `npm run release` in the copy. The tarballs are not checked once more: another step of CI does that.
 * @param {string} folder
 * @param {string} registry
 * @returns {Promise<{ code: number, published: string[] }>} `published`: `name@version` of each package, from the tags.
 */
export async function releaseCopy(folder, registry) {
  const before = new Set(tags(folder));
  const args = ['scripts/run.mjs', 'release', '--registry', registry, '--skip-checks'];
  const code = await runChild(process.execPath, args, { cwd: folder, stdio: ['ignore', 2, 2] });
  return { code, published: tags(folder).filter((tag) => !before.has(tag)) };
}

/**
 * The pages about releases.
 * @param {string} folder
 */
export function releasePages(folder) {
  const pages = join(folder, 'docs', 'releases');
  return existsSync(pages) ? readdirSync(pages).filter((file) => /^\d/.test(file)) : [];
}

/** @param {string} folder */
function tags(folder) {
  return git(folder, 'tag')
    .split('\n')
    .filter((tag) => tag !== '');
}

/**
 * @param {string} folder
 * @param {string[]} args
 */
function git(folder, ...args) {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
}
