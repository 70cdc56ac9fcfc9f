import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * @typedef {object} Manifest The part of a package.json that the scripts read.
 * @property {string} name
 * @property {string} [version]
 * @property {boolean} [private]
 * @property {string} [packageManager]
 * @property {string | { url: string }} [repository]
 * @property {Record<string, string>} [scripts]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, string>} [devDependencies]
 */

/**
 * @typedef {object} WorkspacePackage
 * @property {string} folder Relative to the root, with forward slashes.
 * @property {Manifest} manifest
 */

/**
 * The packages of pnpm-workspace.yaml, sorted by folder.
 * @param {string} [base] The repository; default this one.
 * @returns {WorkspacePackage[]}
 */
export function workspacePackages(base = root) {
  return workspacePatterns(base)
    .flatMap((pattern) => foldersOf(base, pattern))
    .filter((folder) => existsSync(join(base, folder, 'package.json')))
    .toSorted()
    .map((folder) => ({ folder, manifest: readManifest(join(base, folder)) }));
}

/**
 * @param {string} folder Absolute.
 * @returns {Manifest}
 */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/**
 * The packages in build order. Cycles, which only devDependencies can form, are broken at an arbitrary place.
 * @param {readonly WorkspacePackage[]} packages
 * @returns {WorkspacePackage[]}
 */
export function dependenciesFirst(packages) {
  /** @type {Set<WorkspacePackage>} */
  const ordered = new Set();
  const seen = new Set();
  const visit = (/** @type {WorkspacePackage} */ each) => {
    if (seen.has(each)) return;
    seen.add(each);
    for (const needed of buildDependencies(each, packages)) visit(needed);
    ordered.add(each);
  };
  for (const each of packages) visit(each);
  return [...ordered];
}

/**
 * The packages that must be built first: dependencies, peers, and for private packages also devDependencies.
 * @param {WorkspacePackage} workspacePackage
 * @param {readonly WorkspacePackage[]} packages
 */
export function buildDependencies({ manifest }, packages) {
  const { dependencies, peerDependencies, devDependencies } = manifest;
  const names = { ...dependencies, ...peerDependencies, ...(manifest.private && devDependencies) };
  return packages.filter(({ manifest: { name } }) => Object.hasOwn(names, name));
}

/**
 * The packages and all that they depend on, directly or not.
 * @param {readonly WorkspacePackage[]} chosen
 * @param {readonly WorkspacePackage[]} packages All packages of the workspace.
 * @returns {WorkspacePackage[]}
 */
export function withDependencies(chosen, packages) {
  const needed = new Set(chosen);
  for (const each of needed) for (const dependency of buildDependencies(each, packages)) needed.add(dependency);
  return [...needed];
}

/**
 * The `packages` list of pnpm-workspace.yaml: folders, or all folders in one (`packages/*`).
 * @param {string} base
 */
function workspacePatterns(base) {
  const lines = readFileSync(join(base, 'pnpm-workspace.yaml'), 'utf8').split('\n');
  const list = lines.slice(lines.indexOf('packages:') + 1);
  const end = list.findIndex((line) => !/^\s+-\s/.test(line));
  return list.slice(0, end).map((line) => line.replaceAll(/^\s+-\s+|['"]/g, '').trim());
}

/**
 * @param {string} base
 * @param {string} pattern
 */
function foldersOf(base, pattern) {
  if (!pattern.endsWith('/*')) return [pattern];
  const parent = pattern.slice(0, -2);
  if (!existsSync(join(base, parent))) return [];
  return readdirSync(join(base, parent), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${parent}/${entry.name}`);
}
