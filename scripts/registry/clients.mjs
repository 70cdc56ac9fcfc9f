import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runQuietly } from '../run-child.mjs';
import { readManifest, root } from '../workspace.mjs';

/** The versions of the package managers that are tried, besides npm, which comes with Node. */
const YARN = '@yarnpkg/cli-dist@4.18.1';
const BUN = 'bun@1.4.4';

/**
 * @typedef {object} Client A package manager, as somebody would use it in a new project.
 * @property {string} name
 * @property {(project: string, npmrc: string) => void} configure Writes its settings into the project.
 * @property {readonly [command: string, ...args: string[]]} install
 * @property {readonly [command: string, ...args: string[]]} node The command that runs a script of the project.
 * @property {Record<string, string>} env
 */

/**
 * The package managers. One that cannot be installed from the registry of this machine is left out, and named.
 * @param {string} folder For their programs and caches.
 * @param {string} registryUrl Of the scope.
 * @returns {Promise<{ clients: Client[], missing: string[] }>}
 */
export async function availableClients(folder, registryUrl) {
  const others = execFileSync('npm', ['config', 'get', 'registry'], { cwd: folder, encoding: 'utf8' }).trim();
  const node = process.execPath;
  const yarn = await programOf(folder, YARN, 'yarn.js');
  const bun = await programOf(folder, BUN, 'bun.exe');
  const pnpm = await programOf(
    folder,
    readManifest(root).packageManager ?? 'pnpm',
    'pnpm.mjs',
    'pnpm.cjs',
    'pnpm.exe',
    'pnpm',
  );
  /** @type {Client[]} */
  const clients = [
    {
      name: 'npm',
      configure: writeNpmrc,
      install: ['npm', 'install', '--no-audit', '--no-fund'],
      node: [node],
      env: {},
    },
  ];
  if (pnpm !== undefined) {
    clients.push({
      name: 'pnpm',
      configure: (project, text) => {
        writeNpmrc(project, text);
        // It waits a day before it installs what was just published.
        writeFileSync(join(project, 'pnpm-workspace.yaml'), "minimumReleaseAgeExclude: ['@ku0/*']\npmOnFail: ignore\n");
      },
      install: [...programWith(pnpm), 'install', '--ignore-scripts', '--store-dir', join(folder, 'pnpm-store')],
      node: [node],
      env: {},
    });
  }
  for (const linker of yarn === undefined ? [] : ['node-modules', 'pnp']) {
    clients.push({
      name: `yarn (${linker})`,
      configure: (project) => {
        const settings = {
          nodeLinker: linker,
          npmRegistryServer: others,
          npmScopes: { ku0: { npmRegistryServer: registryUrl } },
          unsafeHttpWhitelist: ['127.0.0.1'],
          // It waits, too.
          npmPreapprovedPackages: ['@ku0/*'],
          enableTelemetry: false,
          enableImmutableInstalls: false,
          enableScripts: false,
        };
        writeFileSync(join(project, '.yarnrc.yml'), JSON.stringify(settings));
        // Otherwise the project would be part of one that is further up.
        writeFileSync(join(project, 'yarn.lock'), '');
      },
      install: [node, yarn ?? '', 'install'],
      node: linker === 'pnp' ? [node, yarn ?? '', 'node'] : [node],
      env: { YARN_GLOBAL_FOLDER: join(folder, 'yarn'), YARN_IGNORE_PATH: '1' },
    });
  }
  if (bun !== undefined) {
    clients.push({
      name: 'bun',
      configure: (project, text) => writeNpmrc(project, `registry=${others}\n${text}`),
      install: [bun, 'install', '--ignore-scripts'],
      node: [node],
      env: { BUN_INSTALL_CACHE_DIR: join(folder, 'bun-cache') },
    });
  }
  const missing = Object.entries({ pnpm, yarn, bun }).flatMap(([name, program]) =>
    program === undefined ? [name] : [],
  );
  return { clients, missing };
}

/**
 * Installs a package manager with npm, in a folder of its own.
 * @param {string} folder
 * @param {string} specifier `bun@1.4.4`
 * @param {readonly string[]} files The program; the first that is in the package's `bin` folder.
 * @returns {Promise<string | undefined>} Undefined if it cannot be had.
 */
async function programOf(folder, specifier, ...files) {
  const name = specifier.slice(0, specifier.lastIndexOf('@'));
  const target = join(folder, 'programs', name.replace('/', '-'));
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', specifier];
  if ((await runQuietly('npm', args, { cwd: target })) !== 0) return undefined;
  return files.map((file) => join(target, 'node_modules', name, 'bin', file)).find((file) => existsSync(file));
}

/**
 * @param {string} program
 * @returns {[string, ...string[]]}
 */
function programWith(program) {
  return /\.[cm]?js$/.test(program) ? [process.execPath, program] : [program];
}

/**
 * @param {string} project
 * @param {string} text
 */
function writeNpmrc(project, text) {
  writeFileSync(join(project, '.npmrc'), text);
}
