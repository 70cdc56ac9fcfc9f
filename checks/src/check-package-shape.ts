import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LICENCES_FILE } from '../../scripts/build/bundled-licences.mjs';
import { SCOPE, readPackages, readText } from './repository.ts';
import type { PackageManifest, RepositoryPackage } from './repository.ts';

/** Says where a package does not have the structure that all packages share. */
export function checkPackageShape(root: string): string[] {
  return readPackages(root).flatMap((each) => [
    ...identityProblems(each),
    ...versionProblems(each),
    ...(each.manifest.private ? [] : publicationProblems(root, each)),
  ]);
}

function publicationProblems(root: string, each: RepositoryPackage): string[] {
  return [
    ...manifestProblems(each),
    ...subpathProblems(root, each),
    ...fileProblems(root, each),
    ...buildProblems(root, each),
    ...bundleProblems(root, each),
    ...releaseProblems(root, each),
  ];
}

function identityProblems({ folder, area, name, manifest }: RepositoryPackage): string[] {
  const own = basename(folder);
  const fits = area === 'packages' ? name === SCOPE + own : name.startsWith(SCOPE) && name.endsWith(own);
  return unmet(`${folder}/package.json`, [
    [fits, `a name that fits the folder ${own}, not ${name}`],
    [manifest.type === 'module', '"type": "module"'],
    [area !== 'packages' || manifest.private !== true, 'no "private": what is in packages/ is published'],
    [area === 'packages' || area === 'apps' || manifest.private === true, '"private": true'],
  ]);
}

/** Versions are defined in one place: the catalog of pnpm-workspace.yaml, or the workspace itself. */
function versionProblems({ folder, manifest }: RepositoryPackage): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies })
    .filter(([, version]) => !/^(catalog|workspace):/.test(version))
    .map(([name, version]) => `${folder}/package.json: ${name} is "${version}"; use "catalog:" or "workspace:^"`);
}

function manifestProblems({ folder, manifest }: RepositoryPackage): string[] {
  const { exports = {}, engines = {}, files = [], scripts = {}, repository = {} } = manifest;
  return unmet(`${folder}/package.json`, [
    [/^\d+\.\d+\.\d+/.test(manifest.version ?? ''), '"version"'],
    [(manifest.description ?? '').endsWith('.'), 'a sentence as "description"'],
    [manifest.license === 'MIT', '"license": "MIT"'],
    [engines['node'] === '>=22.19', '"engines": { "node": ">=22.19" }'],
    [manifest.sideEffects !== undefined, '"sideEffects"'],
    [(manifest.keywords ?? []).length >= 3, 'three "keywords" or more'],
    [files.includes('dist'), '"dist" in "files"'],
    // The source maps lead to them.
    [files.includes('src'), '"src" in "files"'],
    [files.every((file) => !file.startsWith('!')), 'no exceptions in "files"'],
    [scripts['build']?.startsWith('tsc -b') === true, 'a script "build" that starts with "tsc -b"'],
    [exports['.'] !== undefined, '"." in "exports"'],
    [exports['./package.json'] === './package.json', '"./package.json" in "exports"'],
    [conditions(exports).every((keys) => keys[0] === 'types'), '"types" first in every target of "exports"'],
    [conditions(exports).every((keys) => keys.at(-1) === 'default'), '"default" last in every target of "exports"'],
    [(repository.directory ?? folder) === folder, `"repository.directory": "${folder}"`],
  ]);
}

function conditions(exports: NonNullable<PackageManifest['exports']>): string[][] {
  return Object.values(exports).flatMap((target) => (typeof target === 'string' ? [] : [Object.keys(target)]));
}

/**
 * A package may have sub-paths, and then a `.` that only lists them. Each leads to one source, is an entry of the
 * bundles, and is in the README.
 */
function subpathProblems(root: string, { folder, manifest }: RepositoryPackage): string[] {
  const readme = readText(root, `${folder}/README.md`) ?? '';
  const bundles = readText(root, `${folder}/tsdown.config.ts`);
  return Object.entries(manifest.exports ?? {}).flatMap(([subpath, target]) => {
    if (subpath === '.' || typeof target === 'string') return [];
    const script = target['default'] ?? '';
    const source = script.replace('./dist/', 'src/').replace(/\.js$/, '.ts');
    return unmet(folder, [
      [target['types'] === script.replace(/\.js$/, '.d.ts'), `the same file for "types" and "default" of "${subpath}"`],
      [bundles?.includes(`'${source}'`) !== false, `${source} as an entry of tsdown.config.ts`],
      [readme.includes(subpath.slice(1)), `"${subpath.slice(1)}" in README.md`],
    ]);
  });
}

function fileProblems(root: string, { folder, manifest }: RepositoryPackage): string[] {
  const readme = readText(root, `${folder}/README.md`) ?? '';
  const title = readme.split('\n')[0] ?? '';
  const installed = readme.split('\n').flatMap((line) => (line.startsWith('npm install ') ? line.split(' ') : []));
  const optional = manifest.peerDependenciesMeta ?? {};
  const peers = Object.keys(manifest.peerDependencies ?? {}).filter(
    (name) => !installed.includes(name) && optional[name]?.optional !== true,
  );
  return unmet(folder, [
    [title.startsWith('# ') && title.includes(basename(folder)), 'a README.md with the package as its title'],
    [peers.length === 0, `its peers in the "npm install" of README.md: ${peers.join(' ')}`],
    [readText(root, `${folder}/LICENSE`) === readText(root, 'LICENSE'), 'a LICENSE like the one at the root'],
  ]);
}

/** A bundled package uses the shared configuration, and the compiler writes no scripts next to the bundles. */
function buildProblems(root: string, { folder, manifest }: RepositoryPackage): string[] {
  const configuration = readText(root, `${folder}/tsdown.config.ts`);
  if (configuration === undefined) return [];
  const compiler = readText(root, `${folder}/tsconfig.json`) ?? '';
  return unmet(folder, [
    [configuration.includes('tsdown.base.config.ts'), 'a tsdown.config.ts that extends tsdown.base.config.ts'],
    [/"emitDeclarationOnly":\s*true/.test(compiler), '"emitDeclarationOnly": true in tsconfig.json'],
    [manifest.scripts?.['build'] === 'tsc -b && tsdown', 'the script "build": "tsc -b && tsdown"'],
  ]);
}

/** A bundled library is not a dependency, and its licence is included. */
function bundleProblems(root: string, { folder, manifest }: RepositoryPackage): string[] {
  const dist = join(root, folder, 'dist');
  if (!existsSync(dist)) return [];
  const maps = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js.map'));
  const libraries = new Set(maps.flatMap((file) => bundledLibraries(readFileSync(join(dist, file), 'utf8'))));
  const licences = readText(root, `${folder}/dist/${LICENCES_FILE}`) ?? '';
  return [...libraries].toSorted().flatMap((library) =>
    unmet(folder, [
      [!Object.hasOwn(manifest.dependencies ?? {}, library), `${library} in "devDependencies": it is bundled`],
      [licences.includes(`--- ${library} `), `the licence of ${library} in dist/${LICENCES_FILE}`],
    ]),
  );
}

function bundledLibraries(map: string): string[] {
  const { sources } = JSON.parse(map) as { readonly sources: readonly string[] };
  return sources.flatMap((source) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
}

/** A package has a changelog or, before its first release, a changeset. */
function releaseProblems(root: string, { folder, name }: RepositoryPackage): string[] {
  const config = JSON.parse(readText(root, '.changeset/config.json') ?? '{}') as { ignore?: readonly string[] };
  const announced = changesets(root).some((text) => new RegExp(`^['"]?${name}['"]?:`, 'm').test(text));
  return unmet(folder, [
    [config.ignore?.includes(name) !== true, 'not to be ignored in .changeset/config.json'],
    [announced || existsSync(join(root, folder, 'CHANGELOG.md')), 'a file in .changeset that tells its users about it'],
  ]);
}

function changesets(root: string): string[] {
  const folder = join(root, '.changeset');
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.md')) : [];
  return files.filter((file) => file !== 'README.md').map((file) => readText(folder, file) ?? '');
}

function unmet(where: string, expectations: readonly (readonly [met: boolean, expectation: string])[]): string[] {
  return expectations.filter(([met]) => !met).map(([, expectation]) => `${where}: expected ${expectation}`);
}
