import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { packPackages, publishedFolders, tarballOf } from './pack-packages.mjs';
import { sizeProblems } from './packages/size-budgets.mjs';
import { tarballProblems } from './packages/tarball-problems.mjs';
import { runCaptured, runChild } from './run-child.mjs';
import { say, since } from './say.mjs';
import { root } from './workspace.mjs';

/**
 * Packs every published package and checks the tarball: its files, its size, publint and attw.
 * @param {readonly string[]} names Only packages whose folder contains one of these; default all.
 * @returns {Promise<number>} An exit code.
 */
export async function checkPackages(names) {
  const started = performance.now();
  const folders = publishedFolders().filter(
    (folder) => names.length === 0 || names.some((name) => folder.includes(name)),
  );
  const destination = mkdtempSync(join(tmpdir(), 'packed-'));
  try {
    const code = (await packPackages(folders, destination)) || (await examineTarballs(folders, destination));
    say(`${folders.length} packages examined in ${since(started)}${code === 0 ? '' : ': not all are fit to publish'}`);
    return code;
  } finally {
    rmSync(destination, { recursive: true, force: true });
  }
}

/**
 * @param {readonly string[]} folders
 * @param {string} destination With the tarballs of these folders.
 * @returns {Promise<number>} An exit code.
 */
export async function examineTarballs(folders, destination) {
  const waiting = [...folders];
  let failures = 0;
  const work = async () => {
    for (let folder = waiting.shift(); folder; folder = waiting.shift()) failures += await examine(folder, destination);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return failures === 0 ? 0 : 1;
}

/**
 * @param {string} folder
 * @param {string} destination
 * @returns {Promise<number>} The number of failed checks.
 */
async function examine(folder, destination) {
  const tarball = tarballOf(folder, destination);
  const quality = await runCaptured('publint', ['run', tarball, '--strict'], { cwd: root });
  const types = await runCaptured('attw', [tarball, '--profile', 'esm-only', '--format', 'ascii'], { cwd: root });
  const failed = [quality, types].filter(({ code }) => code !== 0);
  const problems = await contentProblems(folder, tarball);
  say(`${folder} ${failed.length + problems.length === 0 ? 'ok' : 'FAILED'}`);
  for (const { output } of failed) process.stderr.write(output);
  for (const problem of problems) console.error(`${folder}: ${problem}`);
  return failed.length + problems.length;
}

/**
 * @param {string} folder
 * @param {string} tarball
 */
async function contentProblems(folder, tarball) {
  const content = `${tarball}.content`;
  mkdirSync(content);
  const code = await runChild('tar', ['-xzf', tarball, '-C', content]);
  if (code !== 0) return ['the tarball cannot be read'];
  return [...tarballProblems(join(content, 'package')), ...sizeProblems(folder, statSync(tarball).size)];
}
