import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { nodeBinary } from './node-binary.mjs';
import { packPackages, publishedFolders, tarballOf } from './pack-packages.mjs';
import { runChild, runQuietly } from './run-child.mjs';
import { say, since } from './say.mjs';
import { SYSTEM_PACKAGES, ensureSystemPackages } from './system-packages.mjs';
import { readManifest, root } from './workspace.mjs';

/** The oldest Node that is promised, and the one that everything here is developed with. */
const NODE_VERSIONS = ['22.19.0', '24.21.0'];

/**
 * Packs every published package, installs the tarballs with npm into a fresh folder outside of the repository and
 * calls every tool there.
 * @returns {Promise<number>} An exit code.
 */
export async function checkShipped() {
  const started = performance.now();
  await ensureSystemPackages(SYSTEM_PACKAGES);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'shipped-')));
  try {
    const code = (await install(folder)) || (await smoke(folder));
    say(`${code === 0 ? 'what is shipped works' : 'what is shipped does NOT work'} (${since(started)})`);
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
async function install(folder) {
  const tarballs = join(folder, 'tarballs');
  mkdirSync(tarballs);
  const folders = publishedFolders();
  const code = await packPackages(folders, tarballs);
  if (code !== 0) return code;
  const dependencies = Object.fromEntries(
    folders.map((each) => [readManifest(join(root, each)).name, `file:${tarballOf(each, tarballs)}`]),
  );
  const manifest = { name: 'shipped', private: true, type: 'module', dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=peer', '--prefer-offline'];
  return runQuietly('npm', args, { cwd: folder });
}

/** @param {string} folder */
async function smoke(folder) {
  for (const file of ['smoke.mjs', 'smoke-calls.mjs']) {
    cpSync(join(root, 'scripts', 'shipped', file), join(folder, basename(file)));
  }
  let failures = 0;
  for (const version of NODE_VERSIONS) {
    const node = await nodeBinary(version);
    const code = node ? await runChild(node, ['smoke.mjs'], { cwd: folder, stdio: ['ignore', 2, 2] }) : 1;
    say(`every tool on Node ${version}: ${code === 0 ? 'ok' : 'FAILED'}`);
    if (code !== 0) failures += 1;
  }
  return failures === 0 ? 0 : 1;
}
