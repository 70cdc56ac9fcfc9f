import { existsSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { FORBIDDEN_IN_CORE, SHARED_PACKAGES, SHARING_LAYERS, layerOf, rowOf } from './layers.ts';
import { moduleImports, packageOf } from './module-imports.ts';
import type { ModuleImport } from './module-imports.ts';
import {
  NAME_PREFIX,
  SCOPE,
  codeFiles,
  readPackages,
  readText,
  rootManifest,
  runtimeDependencies,
} from './repository.ts';
import type { RepositoryPackage } from './repository.ts';

/** Says, for each package, what it declares or imports against the layers, and what it imports undeclared. */
export function checkLayers(root: string): string[] {
  const packages = readPackages(root);
  return packages.flatMap((each) =>
    layerOf(each) === undefined
      ? [`${each.folder}: not in any layer; add '${each.shortName}' to a row of checks/src/layers.ts`]
      : [
          ...dependencyProblems(each, packages),
          ...sharedProblems(each),
          ...sourceProblems(root, each, packages),
          ...testProblems(root, each),
        ],
  );
}

function dependencyProblems(each: RepositoryPackage, packages: readonly RepositoryPackage[]): string[] {
  return Object.keys(runtimeDependencies(each.manifest))
    .filter((name) => !mayUse(each, name, packages))
    .map((name) => `${each.folder}/package.json: ${refusal(each, name)}`);
}

/** An application has one core and one workspace, which its packages share. So they are peers, and installed here for tests. */
function sharedProblems(each: RepositoryPackage): string[] {
  const layer = layerOf(each);
  if (layer === undefined || !SHARING_LAYERS.includes(layer)) return [];
  const { dependencies, peerDependencies, devDependencies } = each.manifest;
  return SHARED_PACKAGES.map((name) => NAME_PREFIX + name)
    .filter((name) => Object.hasOwn({ ...dependencies, ...peerDependencies }, name))
    .filter((name) => {
      const isPeer = peerDependencies?.[name] === 'workspace:^' && devDependencies?.[name] === 'workspace:^';
      return !isPeer || Object.hasOwn(dependencies ?? {}, name);
    })
    .map((name) => `${each.folder}/package.json: expected ${name} in "peerDependencies" and "devDependencies" only`);
}

/** Sources import what is installed along with them, or what is bundled into them. */
function sourceProblems(root: string, each: RepositoryPackage, packages: readonly RepositoryPackage[]): string[] {
  const { name: own, shortName, folder, manifest } = each;
  const declared = { [own]: '', ...runtimeDependencies(manifest), ...bundledDependencies(root, each) };
  return importsBelow(root, [`${folder}/src`, `${folder}/bin`]).flatMap(({ file, specifier }) => {
    if (shortName === 'core' && FORBIDDEN_IN_CORE.test(specifier)) return [`${file}: core may not import ${specifier}`];
    const name = packageOf(specifier);
    if (name === undefined || isBuiltin(specifier)) return [];
    if (!Object.hasOwn(declared, name)) return [undeclared(file, name, folder)];
    return mayUse(each, name, packages) ? [] : [`${file}: ${refusal(each, name)}`];
  });
}

/** The devDependencies of an app; those of a bundled package that are not packages of this repository. */
function bundledDependencies(root: string, { folder, manifest }: RepositoryPackage): Record<string, string> {
  const { devDependencies = {} } = manifest;
  if (manifest.private) return devDependencies;
  if (!existsSync(join(root, folder, 'tsdown.config.ts'))) return {};
  return Object.fromEntries(Object.entries(devDependencies).filter(([name]) => !name.startsWith(SCOPE)));
}

function testProblems(root: string, { folder, name: own, manifest }: RepositoryPackage): string[] {
  const { devDependencies } = rootManifest(root);
  const declared = { [own]: '', ...devDependencies, ...runtimeDependencies(manifest), ...manifest.devDependencies };
  return importsBelow(root, [`${folder}/test`]).flatMap(({ file, specifier }) => {
    const name = packageOf(specifier);
    if (name === undefined || isBuiltin(specifier) || Object.hasOwn(declared, name)) return [];
    return [undeclared(file, name, folder)];
  });
}

function mayUse(user: RepositoryPackage, name: string, packages: readonly RepositoryPackage[]): boolean {
  const used = packages.find((other) => other.name === name);
  if (used === undefined || used === user) return true;
  const [from, to] = [layerOf(user), layerOf(used)];
  return from !== undefined && to !== undefined && rowOf(from).mayUse.includes(to);
}

function undeclared(file: string, name: string, folder: string): string {
  return `${file}: imports ${name}, which ${folder}/package.json does not declare`;
}

function refusal(user: RepositoryPackage, name: string): string {
  const layer = layerOf(user);
  const allowed = layer === undefined ? [] : rowOf(layer).mayUse;
  return `may not use ${name}; the layer '${layer}' uses only: ${allowed.join(', ') || 'nothing'}`;
}

function importsBelow(root: string, folders: readonly string[]): (ModuleImport & { file: string })[] {
  return folders
    .flatMap((folder) => codeFiles(root, folder))
    .flatMap((file) => moduleImports(file, readText(root, file) ?? '').map((found) => ({ ...found, file })));
}
