import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../../scripts/fingerprint.mjs';
import { workspacePackages } from '../../scripts/workspace.mjs';

export const SCOPE = '@ku0/';
export const NAME_PREFIX = `${SCOPE}agent-runtime-tools-`;

/** A workspace package as the checks see it. */
export interface RepositoryPackage {
  /** Relative to the root: `packages/agent-runtime-tools-core`. */
  readonly folder: string;
  /** The first part of the folder: `packages`, `apps`, `examples`, `benchmarks`. */
  readonly area: string;
  readonly name: string;
  /** The name without what all names share: `core`, or `agent-runtime-tools` for the package that is named so. */
  readonly shortName: string;
  readonly manifest: PackageManifest;
}

export interface PackageManifest {
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly type?: string;
  readonly private?: boolean;
  readonly sideEffects?: unknown;
  readonly engines?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly repository?: { readonly directory?: string };
  readonly exports?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export function readPackages(root: string): RepositoryPackage[] {
  return workspacePackages(root).map(({ folder, manifest }) => ({
    folder,
    area: folder.split('/')[0] ?? folder,
    name: manifest.name,
    shortName: manifest.name.replace(NAME_PREFIX, '').replace(SCOPE, ''),
    manifest: manifest as PackageManifest,
  }));
}

/** The dependencies that are installed together with the package. */
export function runtimeDependencies(manifest: PackageManifest): Record<string, string> {
  return { ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies };
}

/** The package.json at the root. All packages can use its devDependencies. */
export function rootManifest(root: string): Pick<PackageManifest, 'devDependencies'> {
  return JSON.parse(readText(root, 'package.json') ?? '{}') as PackageManifest;
}

/** The TypeScript and JavaScript files below a folder, relative to the root; empty if the folder does not exist. */
export function codeFiles(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return filesBelow(root, folder, (name) => SKIPPED.has(name)).filter((file) => /\.[cm]?[jt]sx?$/.test(file));
}

/** The pages at the root and in `docs`, and the READMEs of the packages, relative to the root. */
export function documentPages(root: string): string[] {
  const pagesIn = (folder: string): string[] =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder))
          .filter((file) => file.endsWith('.md'))
          .map((file) => folder + file)
      : [];
  const readmes = readPackages(root).map(({ folder }) => `${folder}/README.md`);
  return [...pagesIn(''), ...pagesIn('docs/'), ...readmes.filter((file) => existsSync(join(root, file)))];
}

export function readText(root: string, file: string): string | undefined {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined;
}

const SKIPPED = new Set(['node_modules', 'dist', 'fixtures', '.cache']);
