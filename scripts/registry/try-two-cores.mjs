import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packPackages, tarballOf } from '../pack-packages.mjs';
import { publishTarballs } from '../release/registry.mjs';
import { runQuietly } from '../run-child.mjs';
import { root } from '../workspace.mjs';
import { installProject } from './projects.mjs';

/** @typedef {import('./clients.mjs').Client} Client */

const CORE = '@ku0/agent-runtime-tools-core';

/**
 * A project with one core and a pack with another. If they are compatible, everything works across them; otherwise the pack
 * is refused, with the command that repairs it.
 * @param {string} folder An existing folder for the projects.
 * @param {{ client: Client, npmrc: string, cores: { compatible: string, incompatible: string } }} options The cores that the
 *   packs bring; both are in the registry, along with 0.1.0.
 * @returns {Promise<string[]>} The problems.
 */
export async function tryTwoCores(folder, { client, npmrc, cores }) {
  const problems = [];
  for (const [kind, version] of Object.entries(cores)) {
    const project = join(folder, kind);
    const pack = join(folder, `${kind}-pack`);
    mkdirSync(pack, { recursive: true });
    cpSync(join(root, 'scripts', 'registry', 'project', 'other-pack.mjs'), join(pack, 'index.mjs'));
    const manifest = {
      name: 'other-pack',
      version: '1.0.0',
      exports: './index.mjs',
      dependencies: { [CORE]: version },
    };
    writeFileSync(join(pack, 'package.json'), JSON.stringify(manifest));
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: pack, stdio: 'ignore' });
    const dependencies = { [CORE]: '0.1.0', 'other-pack': `file:${join(folder, 'other-pack-1.0.0.tgz')}` };
    if ((await installProject(project, { client, npmrc, dependencies })) !== 0) {
      problems.push(`npm cannot install two cores (${version})`);
      continue;
    }
    cpSync(join(root, 'scripts', 'registry', 'project', 'two-cores.mjs'), join(project, 'two-cores.mjs'));
    const said = execFileSync(process.execPath, ['two-cores.mjs'], { cwd: project, encoding: 'utf8' });
    problems.push(...judge(kind, version, said));
  }
  return problems;
}

/**
 * @param {string} kind
 * @param {string} version
 * @param {string} said
 */
function judge(kind, version, said) {
  /** @type {{ sameModule: boolean, refused?: string, value?: string, codes?: string[], names?: string[] }} */
  const { sameModule, refused = '', value, codes = [], names = [] } = JSON.parse(said);
  if (sameModule) return [`there is only one core in the tree with ${version}`];
  if (kind === 'incompatible') {
    const repair = `npm install ${CORE}@^${version}`;
    return refused.includes(repair) ? [] : [`a pack with core ${version} is not refused with "${repair}": ${said}`];
  }
  const isIntact =
    value === 'hello' &&
    codes.join() === 'NO_LUCK,VALIDATION_ERROR' &&
    names.includes('greet') &&
    names.includes('own');
  return isIntact ? [] : [`a pack with core ${version} does not work: ${said}`];
}

/**
 * Builds and publishes core with another version, and nothing else.
 * @param {string} copy Of the repository.
 * @param {{ version: string, registry: string, tarballs: string }} options `tarballs` is an existing folder.
 */
export async function publishCoreAs(copy, { version, registry, tarballs }) {
  const folder = 'packages/agent-runtime-tools-core';
  const manifest = join(copy, folder, 'package.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]*"/, `"version": "${version}"`));
  return (
    (await runQuietly('tsdown', [], { cwd: join(copy, folder) })) ||
    (await packPackages([folder], tarballs, copy)) ||
    (await publishTarballs([tarballOf(folder, tarballs)], { registry, provenance: false, base: copy }))
  );
}
