import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { runQuietly } from '../run-child.mjs';
import { say } from '../say.mjs';
import { root } from '../workspace.mjs';
import { RANGE, installProject } from './projects.mjs';

/** @typedef {import('./clients.mjs').Client} Client */

const PACK = '@ku0/tide-pack';
const MAX_SECONDS = 60;
const NPM = { audit: 'false', fund: 'false', update_notifier: 'false' };
const ENV = Object.fromEntries(Object.entries(NPM).map(([name, value]) => [`npm_config_${name}`, value]));

/**
 * A pack of one's own: created, tested, packed, published, installed and called, without an edit.
 * @param {string} folder A folder that does not exist yet.
 * @param {{ client: Client, npmrc: string }} options
 * @returns {Promise<string[]>} The problems.
 */
export async function tryNewPack(folder, { client, npmrc }) {
  mkdirSync(folder);
  writeFileSync(join(folder, '.npmrc'), npmrc);
  const pack = join(folder, 'tide-pack');
  const started = performance.now();
  const create = ['create', '--yes', '@ku0/agent-runtime-tools-pack', PACK];
  if ((await runQuietly('npm', create, { cwd: folder, env: ENV })) !== 0) return ['npm create failed'];
  writeFileSync(join(pack, '.npmrc'), npmrc);
  for (const args of [['install', '--prefer-offline'], ['test'], ['pack', '--silent'], ['run', 'release']]) {
    if ((await runQuietly('npm', args, { cwd: pack, env: ENV })) !== 0)
      return [`npm ${args.join(' ')} failed in a new pack`];
  }
  const project = join(folder, 'user');
  const dependencies = { [PACK]: RANGE, '@ku0/agent-runtime-tools-core': RANGE };
  if ((await installProject(project, { client, npmrc, dependencies })) !== 0)
    return ['the new pack cannot be installed'];
  if ((await runScript(project, 'new-pack.mjs')) !== 0) return ['the tool of the new pack cannot be called'];
  const seconds = (performance.now() - started) / 1000;
  return [...timeProblems(seconds), ...(await tryNextVersion(pack))];
}

/**
 * A change is noted, and the next version published.
 * @param {string} pack
 * @returns {Promise<string[]>} The problems.
 */
async function tryNextVersion(pack) {
  // Without the questions that `npm run change` asks.
  writeFileSync(join(pack, '.changeset', 'tides.md'), `---\n'${PACK}': minor\n---\n\nCounts tides.\n`);
  for (const script of ['bump', 'release'])
    if ((await runQuietly('npm', ['run', script], { cwd: pack, env: ENV })) !== 0) return [`npm run ${script} failed`];
  const { version } = JSON.parse(readFileSync(join(pack, 'package.json'), 'utf8'));
  const changelog = readFileSync(join(pack, 'CHANGELOG.md'), 'utf8');
  return version === '0.2.0' && changelog.includes('Counts tides.') ? [] : [`npm run bump gave version ${version}`];
}

/**
 * The package with all families, in a new project: an approval is asked for, and an edit is undone.
 * @param {string} project A folder that does not exist yet.
 * @param {{ client: Client, npmrc: string }} options
 * @returns {Promise<string[]>} The problems.
 */
export async function trySixLines(project, { client, npmrc }) {
  const dependencies = { '@ku0/agent-runtime-tools': RANGE };
  if ((await installProject(project, { client, npmrc, dependencies })) !== 0)
    return ['all families cannot be installed'];
  return (await runScript(project, 'six-lines.mjs')) === 0 ? [] : ['the six lines do not work'];
}

/**
 * @param {string} project
 * @param {string} file In `scripts/registry/project`.
 */
function runScript(project, file) {
  cpSync(join(root, 'scripts', 'registry', 'project', file), join(project, file));
  return runQuietly(process.execPath, [file], { cwd: project, env: { TOOLBOX_HOME: `${project}-state` } });
}

/**
 * On a machine with other work, the time says nothing about the pack.
 * @param {number} seconds
 */
function timeProblems(seconds) {
  const [load = 0] = loadavg();
  const isBusy = load > 2 * availableParallelism();
  say(`from npm create to the first call: ${seconds.toFixed(1)} s, at a load of ${load.toFixed(1)}`);
  return seconds <= MAX_SECONDS || isBusy ? [] : [`a new pack took ${seconds.toFixed(1)} s, more than ${MAX_SECONDS}`];
}
