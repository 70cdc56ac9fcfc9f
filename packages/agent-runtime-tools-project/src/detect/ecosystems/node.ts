import type { ProjectFiles, ProjectFolder } from '../../read/project-files.ts';
import { hasKey, optional, tableAt, textAt, textsAt } from '../../read/read-value.ts';
import { findTools, withTools } from '../find-tools.ts';
import type { Dependency, Ecosystem, Project, ProjectTools, WorkspaceMembers } from '../project.ts';

/** Projects with a `package.json`: npm, pnpm, yarn and bun. */
export const nodeEcosystem: Ecosystem = {
  type: 'node',
  manifests: /^package\.json$/,
  async read(folder, files): Promise<Project | undefined> {
    const manifest = await files.json(folder, 'package.json');
    if (manifest === undefined) return undefined;
    const dependencies = readDependencies(manifest);
    const scripts = tableAt(manifest, 'scripts');
    const packageManager = await nodePackageManager(folder, files);
    const workspace = await readWorkspace(manifest, { folder, files, packageManager });
    const isTypeScript =
      [...folder.files].some((name) => /^tsconfig.*\.json$/.test(name)) ||
      dependencies.some(({ name }) => name === 'typescript');
    return {
      ...nodeTools({ folder, dependencies, scripts, manifest }),
      type: 'node',
      folder,
      manifest: 'package.json',
      ...optional('name', textAt(manifest, 'name')),
      ...optional('version', textAt(manifest, 'version')),
      ...optional('description', textAt(manifest, 'description')),
      ...optional('license', textAt(manifest, 'license')),
      ...optional('runtime', runtimeOf(manifest)),
      languages: isTypeScript ? ['typescript'] : ['javascript'],
      packageManager,
      commands: commandsOf(scripts, packageManager),
      dependencies,
      entryPoints: entryPointsOf(manifest),
      ...optional('workspace', workspace),
    };
  },
};

/** The package manager by the `packageManager` field or the lock file, here or in the nearest folder above. */
export async function nodePackageManager(folder: ProjectFolder, files: ProjectFiles): Promise<string> {
  const above = folder.relative === '.' ? [] : foldersBetween(folder, files);
  for (const place of [folder, ...above, ...(await files.ancestors())]) {
    const field = /^(npm|pnpm|yarn|bun)@/.exec(textAt(await files.json(place, 'package.json'), 'packageManager') ?? '');
    if (field?.[1] !== undefined) return field[1];
    const lock = LOCK_FILES.find(([name]) => place.files.has(name));
    if (lock !== undefined) return lock[1];
  }
  return 'npm';
}

/** The folders between a folder and that of the call, nearest first. */
function foldersBetween({ relative = '.' }: ProjectFolder, files: ProjectFiles): ProjectFolder[] {
  const names = relative.split('/');
  const paths = names.map((_, index) => names.slice(0, names.length - 1 - index).join('/') || '.');
  return paths.flatMap((path) => files.folder(path) ?? []);
}

const LOCK_FILES: readonly (readonly [file: string, manager: string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

function readDependencies(manifest: unknown): Dependency[] {
  const listed = (key: string, dev: boolean): Dependency[] =>
    Object.entries(tableAt(manifest, key)).map(([name, version]) => ({
      name,
      dev,
      ...(typeof version === 'string' && { version: version.slice(0, 200) }),
    }));
  const found = [
    ...listed('dependencies', false),
    ...listed('optionalDependencies', false),
    ...listed('peerDependencies', false),
    ...listed('devDependencies', true),
  ];
  return found.filter(({ name }, index) => found.findIndex((other) => other.name === name) === index);
}

function nodeTools({
  folder,
  dependencies,
  scripts,
  manifest,
}: {
  readonly folder: ProjectFolder;
  readonly dependencies: readonly Dependency[];
  readonly scripts: Readonly<Record<string, unknown>>;
  readonly manifest: unknown;
}): ProjectTools {
  let tools = findTools('node', { folder, dependencies });
  const commands = Object.values(scripts).filter((script) => typeof script === 'string');
  const runs = SCRIPT_RUNNERS.filter(([pattern]) => commands.some((command) => pattern.test(command)));
  tools = withTools(
    tools,
    'testRunners',
    runs.map(([, name]) => name),
  );
  if (hasKey(manifest, 'jest')) tools = withTools(tools, 'testRunners', ['jest']);
  if (hasKey(manifest, 'mocha')) tools = withTools(tools, 'testRunners', ['mocha']);
  if (hasKey(manifest, 'prettier')) tools = withTools(tools, 'formatters', ['prettier']);
  if (hasKey(manifest, 'eslintConfig')) tools = withTools(tools, 'linters', ['eslint']);
  return tools;
}

/** Test runners that a script starts, for those that need no dependency of the package itself. */
const SCRIPT_RUNNERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bnode\b[^&|;]*\s--test\b/, 'node:test'],
  [/(?:^|[\s/])vitest\b/, 'vitest'],
  [/(?:^|[\s/])jest\b/, 'jest'],
  [/(?:^|[\s/])mocha\b/, 'mocha'],
];

function runtimeOf(manifest: unknown): string | undefined {
  const node = textAt(manifest, 'engines', 'node');
  return node === undefined ? undefined : `node ${node}`;
}

/** `npm run build` and the like for the scripts that have a usual purpose. */
function commandsOf(scripts: Readonly<Record<string, unknown>>, manager: string): Record<string, string> {
  const commands: Record<string, string> = { install: `${manager} install` };
  for (const [purpose, names] of Object.entries(SCRIPT_NAMES)) {
    const script = names.find((name) => typeof scripts[name] === 'string' && Object.hasOwn(scripts, name));
    if (script !== undefined) commands[purpose] = script === 'test' ? `${manager} test` : `${manager} run ${script}`;
  }
  return commands;
}

const SCRIPT_NAMES: Readonly<Record<string, readonly string[]>> = {
  build: ['build', 'compile'],
  test: ['test', 'test:unit', 'tests'],
  lint: ['lint', 'check', 'eslint'],
  format: ['format', 'fmt', 'prettier'],
  typecheck: ['typecheck', 'type-check', 'check-types', 'tsc'],
  start: ['start', 'serve'],
  dev: ['dev', 'develop', 'watch'],
};

function entryPointsOf(manifest: unknown): string[] {
  const bin = tableAt(manifest, 'bin');
  const found = [
    textAt(manifest, 'main'),
    textAt(manifest, 'module'),
    textAt(manifest, 'bin'),
    ...Object.values(bin),
    ...exportTargets(tableAt(manifest)['exports'], 0),
  ];
  const paths = found.filter((path) => typeof path === 'string').map((path) => path.replace(/^\.\//, ''));
  return [...new Set(paths)].filter((path) => path !== 'package.json').slice(0, 20);
}

/** The files of `exports`, without declarations. */
function exportTargets(exports: unknown, depth: number): string[] {
  if (typeof exports === 'string') return /\.d\.[cm]?ts$/.test(exports) ? [] : [exports];
  if (depth > 4) return [];
  return Object.values(tableAt(exports))
    .slice(0, 50)
    .flatMap((value) => exportTargets(value, depth + 1));
}

async function readWorkspace(
  manifest: unknown,
  {
    folder,
    files,
    packageManager,
  }: { readonly folder: ProjectFolder; readonly files: ProjectFiles; readonly packageManager: string },
): Promise<WorkspaceMembers | undefined> {
  const pnpm = textsAt(await files.yaml(folder, 'pnpm-workspace.yaml'), 'packages');
  if (pnpm.length > 0) return members('pnpm', pnpm);
  const listed = [...textsAt(manifest, 'workspaces'), ...textsAt(manifest, 'workspaces', 'packages')];
  if (listed.length > 0) return members(packageManager, listed);
  const lerna = textsAt(await files.json(folder, 'lerna.json'), 'packages');
  return lerna.length > 0 ? members('lerna', lerna) : undefined;
}

function members(tool: string, listed: readonly string[]): WorkspaceMembers {
  return {
    tool,
    patterns: listed.filter((pattern) => !pattern.startsWith('!')),
    exclude: listed.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1)),
  };
}
