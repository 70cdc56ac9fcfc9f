import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { codeFiles, readPackages, readText, runtimeDependencies } from './repository.ts';
import type { RepositoryPackage } from './repository.ts';

/** Says where a tsconfig.json or a reference is missing, so that the compiler would skip code. */
export function checkProjects(root: string): string[] {
  const packages = readPackages(root);
  const built = packages.filter(isBuilt);
  return [
    ...packages.flatMap((each) => configProblems(root, each)),
    ...built.flatMap((each) => referenceProblems(root, each, built)),
    ...solutionProblems(
      root,
      built.map(({ folder }) => folder),
    ),
  ];
}

function isBuilt({ manifest }: RepositoryPackage): boolean {
  return manifest.scripts?.['build']?.startsWith('tsc -b') === true;
}

function configProblems(root: string, { folder }: RepositoryPackage): string[] {
  const wanted = [
    ...(codeFiles(root, `${folder}/src`).length > 0 ? ['tsconfig.json'] : []),
    ...(codeFiles(root, `${folder}/test`).length > 0 ? ['test/tsconfig.json'] : []),
  ];
  return wanted
    .filter((file) => !existsSync(join(root, folder, file)))
    .map((file) => `${folder}/${file}: missing, so nothing here is type-checked`);
}

/** The compiler builds in the order of the references, so every dependency needs one. */
function referenceProblems(root: string, each: RepositoryPackage, built: readonly RepositoryPackage[]): string[] {
  const { folder, manifest } = each;
  const referenced = references(root, `${folder}/tsconfig.json`).map((path) => posix.join(folder, path));
  return built
    .filter(({ name }) => Object.hasOwn(runtimeDependencies(manifest), name))
    .filter((needed) => !referenced.includes(needed.folder))
    .map((needed) => posix.relative(folder, needed.folder))
    .map((path) => `${folder}/tsconfig.json: "references" lacks { "path": "${path}" }`);
}

function solutionProblems(root: string, built: readonly string[]): string[] {
  const referenced = references(root, 'tsconfig.json').map((path) => posix.normalize(path));
  const missing = built.filter((folder) => !referenced.includes(folder));
  const surplus = referenced.filter((folder) => !built.includes(folder));
  return [
    ...missing.map((folder) => `tsconfig.json: "references" lacks { "path": "${folder}" }`),
    ...surplus.map((folder) => `tsconfig.json: "references" names ${folder}, which has no build`),
  ];
}

function references(root: string, file: string): string[] {
  const project = JSON.parse(readText(root, file) ?? '{}') as { references?: readonly { path: string }[] };
  return (project.references ?? []).map(({ path }) => path);
}
