import type { RepositoryPackage } from './repository.ts';

/** A layer: its packages, and the layers whose packages they may use. */
export interface Layer {
  readonly packages: readonly string[];
  readonly mayUse: readonly LayerName[];
}

export type LayerName = keyof typeof LAYERS;

/**
 * The layers, lowest first. A package uses only layers named in its row: never its own, so families do not
 * know each other; extensions reach a call through the pipeline, so families do not know them either.
 */
export const LAYERS = {
  /** Rules that several packages must agree on. No dependencies, so every package above may use it. */
  rules: { packages: ['rules'], mayUse: [] },
  core: { packages: ['core'], mayUse: ['rules'] },
  services: { packages: ['workspace', 'processes', 'commands', 'net'], mayUse: ['rules', 'core'] },
  extensions: {
    packages: ['hooks', 'approval', 'auth', 'rate-limit', 'telemetry', 'audit'],
    mayUse: ['rules', 'core', 'services'],
  },
  families: {
    packages: [
      'files',
      'edit',
      'search',
      'shell',
      'sandbox',
      'code',
      'project',
      'git',
      'web',
      'browser',
      'mcp',
      'task',
    ],
    mayUse: ['rules', 'core', 'services'],
  },
  /** Shows calls to people and asks them. */
  interfaces: { packages: ['terminal'], mayUse: ['rules', 'core', 'services', 'extensions'] },
  /** Calls on workers: any tools, whatever families they come from. */
  remote: { packages: ['remote'], mayUse: ['rules', 'core', 'services'] },
  specs: { packages: ['specs'], mayUse: ['rules', 'core', 'services', 'extensions', 'families'] },
  /** All families in one call. */
  everything: { packages: ['agent-runtime-tools'], mayUse: ['rules', 'core', 'services', 'extensions', 'families'] },
  legacy: { packages: ['legacy-compat'], mayUse: ['rules', 'core', 'services', 'extensions', 'families', 'specs'] },
  /** Creates new packs, which use the others; it uses none itself. */
  scaffold: { packages: ['create-agent-runtime-tools-pack'], mayUse: [] },
  testkit: { packages: ['testkit'], mayUse: ['rules', 'core', 'services'] },
  /** Static files for a browser, which an app serves. They know the types of what they show. */
  page: { packages: ['studio'], mayUse: ['core', 'services', 'extensions', 'families'] },
  /** An app that another one starts as one of its commands. */
  program: {
    packages: ['agent'],
    mayUse: ['rules', 'core', 'services', 'extensions', 'families', 'everything', 'interfaces', 'testkit'],
  },
  /** An app may also show an example's pack, and judge a pack as its tests do. */
  apps: {
    packages: [],
    mayUse: [
      'rules',
      'core',
      'services',
      'extensions',
      'families',
      'everything',
      'interfaces',
      'specs',
      'remote',
      'testkit',
      'scaffold',
      'users',
      'page',
      'program',
    ],
  },
  /** Examples and benchmarks: they show and measure everything, except apps. */
  users: {
    packages: [],
    mayUse: [
      'rules',
      'core',
      'services',
      'extensions',
      'families',
      'everything',
      'interfaces',
      'specs',
      'remote',
      'legacy',
      'testkit',
    ],
  },
} as const satisfies Record<string, { packages: readonly string[]; mayUse: readonly string[] }>;

/** The layers of apps that another app may use. */
const APP_LAYERS = ['page', 'program'] as const;

/** Undefined for a package that is not in the table. */
export function layerOf({ area, shortName }: RepositoryPackage): LayerName | undefined {
  if (area === 'apps') return APP_LAYERS.find((layer) => rowOf(layer).packages.includes(shortName)) ?? 'apps';
  if (area !== 'packages') return 'users';
  return layerNames().find((layer) => rowOf(layer).packages.includes(shortName));
}

export function rowOf(layer: LayerName): Layer {
  return LAYERS[layer];
}

/** Packages of which an application has one copy: their classes, types and services meet those of every other package. */
export const SHARED_PACKAGES: readonly string[] = ['core', 'workspace'];

/** The layers whose packages leave the choice of a shared package to the application. */
export const SHARING_LAYERS: readonly LayerName[] = [
  'services',
  'extensions',
  'families',
  'interfaces',
  'remote',
  'testkit',
];

/** Core knows neither the file system nor a process. */
export const FORBIDDEN_IN_CORE = /^(node:)?(fs|fs\/promises|child_process|cluster|worker_threads|os|process|sqlite)$/;

function layerNames(): LayerName[] {
  return Object.keys(LAYERS).filter((name): name is LayerName => name in LAYERS);
}
