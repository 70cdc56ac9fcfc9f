import type { ProjectType } from '../detect/project.ts';
import type { ProgramPlace } from '../run/find-program.ts';

export interface InstallRequest {
  readonly packages: readonly string[];
  readonly dev: boolean;
  readonly allowScripts: boolean;
}

/** How a package manager adds packages to a project. */
export interface Manager {
  readonly name: string;
  readonly type: ProjectType;
  readonly program: string;
  readonly place: ProgramPlace;
  args(request: InstallRequest): readonly string[];
  /** Variables that keep scripts off where an option does not. */
  readonly env?: Readonly<Record<string, string>>;
  /** Manifests and lock files that it may change, in the folder of the project and above. */
  readonly files: readonly string[];
  /** The name of a package, perhaps with a version: no option, address, folder or repository. */
  readonly packageName: RegExp;
}

const NPM_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*(?:@[a-z0-9^~<>=.*|+ -]+)?$/i;
const PYTHON_NAME =
  /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?(?:\[[a-z0-9._, -]+\])?(?:(?:==|>=|<=|~=|!=|<|>)[a-z0-9.*+!, <>=~-]+)?$/i;
const CARGO_NAME = /^[a-z0-9_][a-z0-9_-]*(?:@[a-z0-9^~<>=.*+ -]+)?$/i;
const GO_NAME = /^[a-z0-9][a-z0-9.-]*\.[a-z]+(?:\/[a-z0-9._~-]+)+(?:@[a-z0-9._+-]+)?$/i;

export const MANAGERS: readonly Manager[] = [
  {
    name: 'npm',
    type: 'node',
    program: 'npm',
    place: 'machine',
    args: ({ packages, dev, allowScripts }) => [
      'install',
      '--no-audit',
      '--no-fund',
      '--no-progress',
      dev ? '--save-dev' : '--save-prod',
      ...(allowScripts ? [] : ['--ignore-scripts']),
      '--',
      ...packages,
    ],
    files: ['package.json', 'package-lock.json', 'npm-shrinkwrap.json'],
    packageName: NPM_NAME,
  },
  {
    name: 'pnpm',
    type: 'node',
    program: 'pnpm',
    place: 'machine',
    args: ({ packages, dev, allowScripts }) => [
      'add',
      dev ? '--save-dev' : '--save-prod',
      ...(allowScripts ? [] : ['--ignore-scripts']),
      ...packages,
    ],
    files: ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml'],
    packageName: NPM_NAME,
  },
  {
    name: 'yarn',
    type: 'node',
    program: 'yarn',
    place: 'machine',
    args: ({ packages, dev }) => ['add', ...(dev ? ['--dev'] : []), ...packages],
    // Yarn 1 reads the first one, later versions the second one.
    env: { npm_config_ignore_scripts: 'true', YARN_ENABLE_SCRIPTS: 'false' },
    files: ['package.json', 'yarn.lock'],
    packageName: NPM_NAME,
  },
  {
    name: 'bun',
    type: 'node',
    program: 'bun',
    place: 'machine',
    args: ({ packages, dev, allowScripts }) => [
      'add',
      ...(dev ? ['--dev'] : []),
      ...(allowScripts ? [] : ['--ignore-scripts']),
      ...packages,
    ],
    files: ['package.json', 'bun.lock', 'bun.lockb'],
    packageName: NPM_NAME,
  },
  {
    name: 'uv',
    type: 'python',
    program: 'uv',
    place: 'machine',
    args: ({ packages, dev, allowScripts }) => [
      'add',
      ...(dev ? ['--dev'] : []),
      // A package that has to be built runs its own code for that.
      ...(allowScripts ? [] : ['--no-build']),
      '--',
      ...packages,
    ],
    files: ['pyproject.toml', 'uv.lock'],
    packageName: PYTHON_NAME,
  },
  {
    name: 'poetry',
    type: 'python',
    program: 'poetry',
    place: 'machine',
    args: ({ packages, dev }) => ['add', '--no-interaction', ...(dev ? ['--group=dev'] : []), '--', ...packages],
    env: { POETRY_INSTALLER_ONLY_BINARY: ':all:' },
    files: ['pyproject.toml', 'poetry.lock'],
    packageName: PYTHON_NAME,
  },
  {
    name: 'pip',
    type: 'python',
    // Only the pip of a virtual environment: the Python of the machine is left alone.
    program: 'pip',
    place: 'python',
    args: ({ packages, allowScripts }) => [
      'install',
      '--no-input',
      '--disable-pip-version-check',
      '--require-virtualenv',
      ...(allowScripts ? [] : ['--only-binary=:all:']),
      '--',
      ...packages,
    ],
    files: [],
    packageName: PYTHON_NAME,
  },
  {
    name: 'cargo',
    type: 'rust',
    program: 'cargo',
    place: 'machine',
    // It changes the manifest and builds nothing.
    args: ({ packages, dev }) => ['add', '--color=never', ...(dev ? ['--dev'] : []), '--', ...packages],
    files: ['Cargo.toml', 'Cargo.lock'],
    packageName: CARGO_NAME,
  },
  {
    name: 'go',
    type: 'go',
    program: 'go',
    place: 'machine',
    args: ({ packages }) => ['get', ...packages],
    files: ['go.mod', 'go.sum', 'go.work', 'go.work.sum'],
    packageName: GO_NAME,
  },
];
