import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runCaptured, runQuietly } from '../run-child.mjs';
import { say } from '../say.mjs';
import { root, workspacePackages } from '../workspace.mjs';

/** @typedef {import('./clients.mjs').Client} Client */

const PREFIX = '@ku0/agent-runtime-tools-';

/**
 * The packages that have a pack, with what somebody installs along with each: its peers, as its README says.
 * @returns {{ family: string, dependencies: Record<string, string> }[]}
 */
export function packProjects() {
  return workspacePackages()
    .filter(({ folder, manifest }) => !manifest.private && hasPack(folder, manifest.name))
    .map(({ manifest: { name, peerDependencies = {} } }) => ({
      family: name.slice(PREFIX.length),
      dependencies: Object.fromEntries(
        [name, ...Object.keys(peerDependencies)].filter((each) => each.startsWith(PREFIX)).map((each) => [each, RANGE]),
      ),
    }));
}

/** What a user who installs the first release has in the manifest. */
export const RANGE = '^0.1.0';

/**
 * @param {string} folder
 * @param {string} name
 */
function hasPack(folder, name) {
  const index = join(root, folder, 'src', 'index.ts');
  const factory = new RegExp(`^export .*\\b${name.slice(PREFIX.length)}Pack\\b`, 'm');
  return existsSync(index) && factory.test(readFileSync(index, 'utf8'));
}

/**
 * Makes a new project and installs its dependencies.
 * @param {string} project A folder that does not exist yet.
 * @param {{ client: Client, npmrc: string, dependencies: Record<string, string> }} options
 * @returns {Promise<number>} An exit code, or `SKIPPED`.
 */
export async function installProject(project, { client, npmrc, dependencies }) {
  mkdirSync(project, { recursive: true });
  const manifest = { name: 'project', private: true, type: 'module', dependencies };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest, undefined, 2));
  client.configure(project, npmrc);
  const [command, ...args] = client.install;
  const { code, output } = await runCaptured(command, args, { cwd: project, env: client.env });
  if (code === 0) return code;
  const absent = absentLibraries(output);
  if (absent.length > 0) {
    say(`${client.name} is SKIPPED for ${project}: the registry of this machine lacks ${absent.join(', ')}`);
    return SKIPPED;
  }
  process.stderr.write(output);
  return code;
}

/** Instead of an exit code: a library of somebody else cannot be had here. */
const SKIPPED = -1;

/**
 * Libraries of others that a mirror does not have in the version that is asked for. Yarn looks for the binaries of all
 * platforms, and fails where other package managers leave out what they do not need.
 * @param {string} output Of yarn.
 */
function absentLibraries(output) {
  const names = [
    ...stripVTControlCharacters(output).matchAll(/YN0082: .*?(@?[\w./-]+)@npm:[^:]*: .*No candidates found/g),
  ].map(([, name = '']) => name);
  return [...new Set(names)].filter((name) => !name.startsWith('@ku0/'));
}

/**
 * Installs one pack alone in a new project and makes a call.
 * @param {string} project A folder that does not exist yet.
 * @param {{ client: Client, npmrc: string, family: string, dependencies: Record<string, string> }} options
 * @returns {Promise<string[]>} The problems.
 */
export async function tryPack(project, options) {
  const { client, family } = options;
  const installed = await installProject(project, options);
  if (installed === SKIPPED) return [];
  if (installed !== 0) return [`${client.name} cannot install ${family}`];
  cpSync(join(root, 'scripts', 'shipped', 'pack-call.mjs'), join(project, 'pack-call.mjs'));
  cpSync(join(root, 'scripts', 'shipped', 'smoke-calls.mjs'), join(project, 'smoke-calls.mjs'));
  const [command, ...args] = client.node;
  const code = await runQuietly(command, [...args, 'pack-call.mjs', family], { cwd: project, env: client.env });
  return code === 0 ? [] : [`the call of ${family} failed after ${client.name} had installed it`];
}
