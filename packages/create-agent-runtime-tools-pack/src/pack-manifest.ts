import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PackNames } from './pack-names.ts';

const CORE = '@ku0/agent-runtime-tools-core';

/** The package.json of a new pack. */
export function packManifest({ name, pack }: PackNames): Record<string, unknown> {
  return {
    name,
    version: '0.1.0',
    description: `Tools for AI agents: ${pack}.`,
    keywords: ['ai-agent', 'agent-tools', pack],
    license: 'MIT',
    type: 'module',
    sideEffects: false,
    engines: { node: '>=22.19' },
    exports: {
      '.': { types: './dist/index.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    files: ['dist', 'README.md', 'CHANGELOG.md', 'LICENSE'],
    publishConfig: { access: 'public' },
    scripts: {
      build: 'tsc',
      test: 'vitest run',
      prepublishOnly: 'npm run build && npm test',
      change: 'changeset',
      bump: 'changeset version',
      release: 'npm publish',
    },
    peerDependencies: { [CORE]: rangeOf(CORE) },
    devDependencies: Object.fromEntries(DEV_DEPENDENCIES.map((each) => [each, rangeOf(each)])),
  };
}

const DEV_DEPENDENCIES = [
  '@changesets/cli',
  CORE,
  '@ku0/agent-runtime-tools-testkit',
  '@types/node',
  'typescript',
  'vitest',
];

/**
 * The versions that this package was released with. They are among its own development dependencies, whose ranges the
 * release fills in; in a checkout, the installed version counts.
 */
function rangeOf(dependency: string): string {
  const { devDependencies } = manifestAt(new URL('../package.json', import.meta.url));
  const range = devDependencies?.[dependency] ?? '';
  if (/^[~^\d]/.test(range)) return range;
  const { version } = manifestAt(createRequire(import.meta.url).resolve(`${dependency}/package.json`));
  return `^${version}`;
}

function manifestAt(file: string | URL): Manifest {
  const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isManifest(manifest)) throw new TypeError(`${String(file)} is not a manifest.`);
  return manifest;
}

interface Manifest {
  readonly version: string;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function isManifest(value: unknown): value is Manifest {
  return typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'string';
}
