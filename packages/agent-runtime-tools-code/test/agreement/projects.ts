import { cp, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { onTestFinished } from 'vitest';
import { createCodeEngine, type CodeEngine } from '../../src/index.ts';

/** A tree of sources with a configuration for the compiler. */
export interface Project {
  readonly root: string;
  readonly config: string;
  readonly engine: CodeEngine;
}

export const repository = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '');

/** Published packages of other styles, with the part of each that is compared. */
export const PACKAGES = {
  /** CommonJS, written by hand. */
  'history-semver-new': { isSource: (path: string) => !path.includes('/node_modules/') },
  /** TypeScript sources. */
  zod: { isSource: (path: string) => /^(?:\/src(?!.*\/(?:tests|benchmarks)(?:\/|$))|\/package\.json|$)/.test(path) },
  /** ECMAScript modules that re-export each other. */
  hono: { isSource: (path: string) => /^(?:\/dist(?!\/(?:cjs|types)(?:\/|$))|\/package\.json|$)/.test(path) },
} as const;
export type PackageName = keyof typeof PACKAGES;

/** A copy of an installed package outside of `node_modules`, removed after the test. */
export async function packageProject(name: PackageName): Promise<Project> {
  const base = await temporaryFolder();
  const installed = await realpath(fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url)));
  const root = join(base, 'root');
  const { isSource } = PACKAGES[name];
  await cp(installed, root, { recursive: true, filter: (path) => isSource(path.slice(installed.length)) });
  const config = join(root, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions: OPTIONS, include: ['**/*'] }));
  return { root, config, engine: engineFor(root, join(base, 'state')) };
}

/** The sources of all packages of this repository, in one program. */
export async function repositoryProject(): Promise<Project> {
  const base = await temporaryFolder();
  const config = join(base, 'tsconfig.json');
  await writeFile(
    config,
    JSON.stringify({ compilerOptions: NODE_OPTIONS, include: [join(repository, 'packages/*/src/**/*')] }),
  );
  return { root: repository, config, engine: engineFor(repository, join(base, 'state')) };
}

/** A copy of the sources of one package of this repository, apart from the projects that refer to it. */
export async function sourcesProject(name: string): Promise<Project> {
  const base = await temporaryFolder();
  const [from, root] = [join(repository, 'packages', name), join(base, 'root')];
  await cp(join(from, 'src'), join(root, 'src'), { recursive: true });
  await cp(join(from, 'package.json'), join(root, 'package.json'));
  await symlink(join(from, 'node_modules'), join(root, 'node_modules'));
  const config = join(root, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions: NODE_OPTIONS, include: ['src'] }));
  return { root, config, engine: engineFor(root, join(base, 'state')) };
}

const OPTIONS = {
  module: 'nodenext',
  target: 'esnext',
  strict: true,
  noEmit: true,
  allowJs: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: [] as string[],
};

const NODE_OPTIONS = { ...OPTIONS, types: ['node'], typeRoots: [join(repository, 'node_modules/@types')] };

async function temporaryFolder(): Promise<string> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'code-agreement-')));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  return base;
}

function engineFor(root: string, state: string): CodeEngine {
  const processes = createProcesses();
  const workspace = createWorkspace({ roots: [root], state });
  const engine = createCodeEngine({ workspace, processes });
  onTestFinished(async () => {
    await engine.shutdown();
    await processes.shutdown();
    await workspace.shutdown();
  });
  return engine;
}
