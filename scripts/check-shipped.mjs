import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeBinary } from './node-binary.mjs';
import { packPackages, publishedFolders, tarballOf } from './pack-packages.mjs';
import { readmePackages } from './shipped/readme-packages.mjs';
import { runChild, runQuietly } from './run-child.mjs';
import { say, since } from './say.mjs';
import { SYSTEM_PACKAGES, ensureSystemPackages } from './system-packages.mjs';
import { readManifest, root } from './workspace.mjs';

/** The oldest supported Node, and the one used for development. */
const NODE_VERSIONS = ['22.19.0', '24.21.0'];
const TOO_OLD = '20.19.0';

/** The maximum size of the packages in the README's example, with their dependencies, their sources and their source maps. */
const MAX_MEGABYTES = 12;

/**
 * Packs every published package and installs the tarballs with npm in new folders outside of the repository. There it
 * calls every tool, imports every package with a Node that is too old, checks the types, and measures the size.
 * @returns {Promise<number>} An exit code.
 */
export async function checkShipped() {
  const started = performance.now();
  await ensureSystemPackages(SYSTEM_PACKAGES);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shipped-')));
  try {
    const code = await packPackages(publishedFolders(), folder);
    const failures = code === 0 ? await examine(folder) : [`packing ended with ${code}`];
    for (const failure of failures) console.error(failure);
    say(`${failures.length === 0 ? 'what is shipped works' : 'what is shipped does NOT work'} (${since(started)})`);
    return failures.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} tarballs
 * @returns {Promise<string[]>} The problems.
 */
async function examine(tarballs) {
  const everything = await install(join(tarballs, 'everything'), tarballs, publishedFolders());
  const readmeSet = await install(join(tarballs, 'readme-set'), tarballs, readmePackages());
  if (!everything || !readmeSet) return ['npm could not install the tarballs'];
  for (const file of readdirSync(join(root, 'scripts', 'shipped'))) {
    cpSync(join(root, 'scripts', 'shipped', file), join(everything, file));
  }
  const failures = [];
  for (const version of NODE_VERSIONS) failures.push(...(await run(version, 'smoke.mjs', everything)));
  failures.push(...(await run(TOO_OLD, 'refusal.mjs', everything)));
  failures.push(...(await typeCheck(everything)), ...sizeProblems(join(readmeSet, 'node_modules')));
  return failures;
}

/**
 * @param {string} folder
 * @param {string} tarballs
 * @param {readonly string[]} packages
 * @returns {Promise<string | undefined>} The folder; undefined if npm failed, whose output has been shown.
 */
async function install(folder, tarballs, packages) {
  mkdirSync(folder);
  const dependencies = Object.fromEntries(
    packages.map((each) => [readManifest(join(root, each)).name, `file:${tarballOf(each, tarballs)}`]),
  );
  const manifest = { name: 'shipped', private: true, type: 'module', dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=peer', '--prefer-offline'];
  return (await runQuietly('npm', args, { cwd: folder })) === 0 ? folder : undefined;
}

/**
 * @param {string} version
 * @param {string} file
 * @param {string} folder
 */
async function run(version, file, folder) {
  const node = await nodeBinary(version);
  const code = node ? await runChild(node, [file], { cwd: folder, stdio: ['ignore', 2, 2] }) : 1;
  say(`${file} on Node ${version}: ${code === 0 ? 'ok' : 'FAILED'}`);
  return code === 0 ? [] : [`${file} failed on Node ${version}`];
}

/**
 * Checks that the declarations import only installed packages.
 * @param {string} folder
 */
async function typeCheck(folder) {
  const { dependencies = {} } = readManifest(folder);
  const names = Object.keys(dependencies).filter((name) => !name.endsWith('-testkit'));
  writeFileSync(join(folder, 'types.ts'), names.map((name, at) => `export * as each${at} from '${name}';\n`).join(''));
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules', '@types')];
  const language = ['--target', 'es2024', '--lib', 'es2024,esnext.disposable', '--module', 'nodenext', '--strict'];
  const args = ['--noEmit', '--skipLibCheck', 'false', ...language, ...types, 'types.ts'];
  const code = await runChild('tsc', args, { cwd: folder, stdio: ['ignore', 2, 2] });
  say(`types: ${code === 0 ? 'ok' : 'FAILED'}`);
  return code === 0 ? [] : ['the types of what is shipped are not complete'];
}

/**
 * Counts the sizes of the files, as npm does: what a file takes on a disk depends on the file system.
 * @param {string} folder
 */
function sizeProblems(folder) {
  const bytes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => lstatSync(join(folder, file)))
    .reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0);
  const megabytes = bytes / 1e6;
  say(`the README's packages have ${megabytes.toFixed(1)} MB`);
  return megabytes <= MAX_MEGABYTES ? [] : [`the README's packages have more than ${MAX_MEGABYTES} MB`];
}
