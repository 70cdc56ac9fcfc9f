import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runQuietly } from '../run-child.mjs';
import { say, since } from '../say.mjs';
import { SYSTEM_PACKAGES, ensureSystemPackages } from '../system-packages.mjs';
import { readManifest, workspacePackages } from '../workspace.mjs';
import { availableClients } from './clients.mjs';
import { startRegistry } from './local-registry.mjs';
import { RANGE, installProject, packProjects, tryPack } from './projects.mjs';
import { commitAll, copyRepository, releaseCopy, releasePages } from './repository-copy.mjs';
import { tryNewPack, trySixLines } from './try-new-pack.mjs';
import { publishCoreAs, tryTwoCores } from './try-two-cores.mjs';
import { checkTypes } from './type-matrix.mjs';

/** @typedef {import('./clients.mjs').Client} Client */
/** @typedef {import('./local-registry.mjs').LocalRegistry} LocalRegistry */

const CORE = '@ku0/agent-runtime-tools-core';
/** The package that is changed and released alone. */
const CHANGED = '@ku0/agent-runtime-tools-search';

/**
 * Releases a copy of this repository to a registry on this machine, and installs the packages from there as users do: each
 * pack alone with each package manager, a new version on an old range, two cores in one tree, several compilers.
 * @param {readonly string[]} names Only these packs (`files`) and parts (`new-pack`, `six-lines`, `release`, `cores`, `types`);
 *   default everything.
 * @returns {Promise<number>} An exit code.
 */
export async function checkRegistry(names) {
  const started = performance.now();
  await ensureSystemPackages(SYSTEM_PACKAGES);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'registry-')));
  const registry = await startRegistry(join(folder, 'registry'));
  try {
    const problems = await check(folder, registry, names);
    for (const problem of problems) console.error(problem);
    say(`the registry check ${problems.length === 0 ? 'passed' : 'FAILED'} (${since(started)})`);
    return problems.length === 0 ? 0 : 1;
  } finally {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} folder
 * @param {LocalRegistry} registry
 * @param {readonly string[]} names
 * @returns {Promise<string[]>} The problems.
 */
async function check(folder, registry, names) {
  const copy = join(folder, 'copy');
  copyRepository(copy, registry.npmrc);
  const published = workspacePackages().flatMap(({ manifest }) => (manifest.private ? [] : [manifest.name]));
  const first = await timed('first release', () => releaseCopy(copy, registry.url));
  const missing = published.filter((name) => !first.published.some((tag) => tag.startsWith(`${name}@`)));
  if (first.code !== 0 || missing.length > 0) return [`not all packages were published: ${missing.join(', ')}`];

  const { clients, missing: absent } = await timed('package managers', () => availableClients(folder, registry.url));
  for (const name of absent) say(`${name} cannot be installed here: its part is SKIPPED`);
  const packs = packProjects().filter(({ family }) => names.length === 0 || names.includes(family));
  const jobs = clients.flatMap((client) =>
    packs.map((pack) => ({ ...pack, client, npmrc: registry.npmrc, project: join(folder, client.name, pack.family) })),
  );
  const problems = await timed(`${jobs.length} projects with one pack each`, () => tryAll(jobs));
  const [npm] = clients;
  if (npm === undefined) return ['no package manager'];
  const tools = { client: npm, npmrc: registry.npmrc };
  const parts = {
    'new-pack': () => tryNewPack(join(folder, 'new-pack'), tools),
    'six-lines': () => trySixLines(join(folder, 'six-lines'), tools),
    release: () => tryOneRelease(folder, copy, registry, tools),
    cores: () => tryCores(folder, copy, registry, tools),
    types: () => tryTypes(folder, published, tools),
  };
  for (const [part, attempt] of Object.entries(parts)) {
    if (names.length === 0 || names.includes(part)) problems.push(...(await timed(part, attempt)));
  }
  return problems;
}

/** @param {readonly (Parameters<typeof tryPack>[1] & { project: string })[]} jobs */
async function tryAll(jobs) {
  const waiting = [...jobs];
  /** @type {string[]} */
  const problems = [];
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      problems.push(...(await tryPack(job.project, job)));
      rmSync(job.project, { recursive: true, force: true });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return problems;
}

/**
 * A change of one package is released alone, and whoever has the old range gets it.
 * @param {string} folder
 * @param {string} copy
 * @param {LocalRegistry} registry
 * @param {{ client: Client, npmrc: string }} tools
 */
async function tryOneRelease(folder, copy, registry, tools) {
  const project = join(folder, 'consumer');
  const dependencies = { [CHANGED]: RANGE, [CORE]: RANGE, '@ku0/agent-runtime-tools-workspace': RANGE };
  if ((await installProject(project, { ...tools, dependencies })) !== 0)
    return ['npm cannot install the first release'];
  writeFileSync(join(copy, '.changeset', 'one-fix.md'), `---\n'${CHANGED}': patch\n---\n\nA fix.\n`);
  commitAll(copy, 'A fix');
  const { code, published } = await releaseCopy(copy, registry.url);
  if (code !== 0 || published.join() !== `${CHANGED}@0.1.1`) return [`one changeset published ${published.join(', ')}`];
  if (releasePages(copy).length !== 2) return ['the second release has no page'];
  await runQuietly('npm', ['update', '--no-audit', '--no-fund'], { cwd: project });
  const { version } = readManifest(join(project, 'node_modules', CHANGED));
  return version === '0.1.1' ? [] : [`npm update on ${RANGE} leaves ${CHANGED} at ${version}`];
}

/**
 * @param {string} folder
 * @param {string} copy
 * @param {LocalRegistry} registry
 * @param {{ client: Client, npmrc: string }} tools
 */
async function tryCores(folder, copy, registry, tools) {
  const cores = { compatible: '0.1.1', incompatible: '0.2.0' };
  const [projects, tarballs] = [join(folder, 'two-cores'), join(folder, 'core-tarballs')];
  for (const made of [projects, tarballs]) mkdirSync(made);
  for (const version of Object.values(cores)) {
    const code = await publishCoreAs(copy, { version, registry: registry.url, tarballs });
    if (code !== 0) return [`core ${version} cannot be published`];
  }
  return tryTwoCores(projects, { ...tools, cores });
}

/**
 * @param {string} folder
 * @param {readonly string[]} published
 * @param {{ client: Client, npmrc: string }} tools
 */
async function tryTypes(folder, published, tools) {
  const project = join(folder, 'types');
  const names = published.filter((name) => !name.endsWith('-testkit'));
  const dependencies = { ...Object.fromEntries(names.map((name) => [name, RANGE])), '@types/node': '^24.0.0' };
  if ((await installProject(project, { ...tools, dependencies })) !== 0)
    return ['npm cannot install all packages at once'];
  return checkTypes(project, names);
}

/**
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
async function timed(what, task) {
  const started = performance.now();
  const result = await task();
  say(`${what}: ${since(started)}`);
  return result;
}
