import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildStamps } from './build-stamps.mjs';
import { runChild, runQuietly } from '../run-child.mjs';
import { say, since } from '../say.mjs';
import { dependenciesFirst, root, workspacePackages } from '../workspace.mjs';

/** @typedef {import('../workspace.mjs').WorkspacePackage} WorkspacePackage */

const MAX_NAMED = 5;

/**
 * @typedef {object} BuildOptions
 * @property {boolean} [rebuild] Run the compiler even if no source changed.
 * @property {readonly string[]} [args] For the compiler: `--force`, `--verbose`.
 * @property {string} [base] The repository; default this one.
 */

/**
 * Builds the packages whose sources changed: one `tsc -b` for all of them, then the rest of each package's `build`
 * script, in the order of their dependencies.
 * @param {BuildOptions} [options]
 * @returns {Promise<number>} An exit code.
 */
export async function buildPackages({ rebuild = false, args = [], base = root } = {}) {
  const packages = dependenciesFirst(workspacePackages(base).filter(({ manifest }) => manifest.scripts?.['build']));
  const stampFile = join(base, 'node_modules', '.build-stamps.json');
  const stamps = buildStamps(base, packages);
  const built = readStamps(stampFile);
  const stale = args.includes('--force')
    ? packages
    : packages.filter(({ folder }) => built[folder] !== stamps[folder] || !hasOutput(base, folder));
  if (stale.length === 0 && !rebuild) return 0;

  const started = performance.now();
  say(`building ${summary(stale)}`);
  for (const { folder } of stale) forgetLostOutput(base, folder);
  let code = await compile(base, packages, args);
  for (const each of stale) code ||= await finish(base, each);
  if (code === 0) writeFileSync(stampFile, JSON.stringify(stamps, undefined, 2));
  say(code === 0 ? `built in ${since(started)}` : `the build failed after ${since(started)}`);
  return code;
}

/**
 * @param {string} base
 * @param {readonly WorkspacePackage[]} packages
 * @param {readonly string[]} args
 */
async function compile(base, packages, args) {
  const folders = packages.map(({ folder }) => folder);
  const projects = folders.filter((folder) => existsSync(join(base, folder, 'tsconfig.json')));
  if (projects.length === 0) return 0;
  // Several checkers would each compute the same types again.
  return runChild('tsc', ['-b', '--checkers', '1', ...args, ...projects], {
    cwd: base,
    stdio: TO_STDERR,
    patienceMs: 500,
  });
}

/**
 * @param {string} base
 * @param {WorkspacePackage} workspacePackage
 */
async function finish(base, { folder, manifest }) {
  const steps = (manifest.scripts?.['build'] ?? '').split('&&').map((step) => step.trim());
  const rest = steps.filter((step) => step !== 'tsc -b').join(' && ');
  return rest === '' ? 0 : runQuietly('sh', ['-c', rest], { cwd: join(base, folder) });
}

/** @type {('ignore' | number)[]} */
const TO_STDERR = ['ignore', 2, 2];

/**
 * @param {string} base
 * @param {string} folder
 */
function hasOutput(base, folder) {
  return existsSync(join(base, folder, 'dist'));
}

/**
 * The compiler trusts its build info even if the output has been deleted.
 * @param {string} base
 * @param {string} folder
 */
function forgetLostOutput(base, folder) {
  if (!hasOutput(base, folder)) rmSync(join(base, folder, 'tsconfig.tsbuildinfo'), { force: true });
}

/**
 * @param {string} file
 * @returns {Record<string, string>}
 */
function readStamps(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** @param {readonly WorkspacePackage[]} packages */
function summary(packages) {
  if (packages.length > MAX_NAMED) return `${packages.length} packages`;
  const names = packages.map(({ folder }) => folder.replace(/^packages\/agent-runtime-tools-/, ''));
  return names.join(', ') || 'nothing new';
}
