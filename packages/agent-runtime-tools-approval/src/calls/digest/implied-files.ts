import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file that decides what a command does. */
export interface ScriptFile {
  readonly path: string;
  /** Only these parts of a JSON file count. */
  readonly sections?: readonly string[];
}

/** The files that a program reads its orders from without being told: in this folder, or the nearest above that has one. */
export function impliedFiles(program: string, args: readonly string[], folder: string): ScriptFile[] {
  const files = program === 'git' ? hooksOf(args) : filesOf(program, args);
  if (files.length === 0) return files;
  const above = nearest(folder, files);
  return above === undefined || above === folder ? files : [...files, ...files.map((file) => inFolder(above, file))];
}

/** The manifests, configurations and build files of well-known programs. */
function filesOf(program: string, args: readonly string[]): ScriptFile[] {
  if (/^g?make$/.test(program)) {
    const named = args.flatMap((arg, at) =>
      arg === '-f' || arg === '--file' || arg === '--makefile' ? [args[at + 1] ?? ''] : optionValue(arg),
    );
    return named.length > 0 ? named.map((path) => ({ path })) : listed('make');
  }
  // `python -m pytest` is pytest.
  const name = program === 'python' ? (moduleName(args) ?? '') : program;
  const files = listed(name);
  if (CONFIGURED.has(name)) for (const end of ENDINGS) files.push({ path: `${name}.config.${end}` });
  if (USES_MANIFEST.has(name)) files.push({ path: 'package.json', sections: MANIFEST_SECTIONS });
  return files;
}

/** The module that `python -m x` runs, whether or not its name is attached to other options: `-Bmx`. */
export function moduleName(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /^-[A-Za-ln-z]*m/.test(arg));
  if (at < 0) return undefined;
  return /^-[A-Za-ln-z]*m(.+)$/.exec(args[at] ?? '')?.[1] ?? args[at + 1];
}

function listed(program: string): ScriptFile[] {
  return (IMPLIED.get(program) ?? []).map((path) => ({ path }));
}

/** The hooks of a repository that a subcommand runs. */
function hooksOf(args: readonly string[]): ScriptFile[] {
  const hooks = args.map((arg) => GIT_HOOKS.get(arg)).find((found) => found !== undefined) ?? [];
  return hooks.flatMap((hook) => [{ path: `.git/hooks/${hook}` }, { path: `.husky/${hook}` }]);
}

function nearest(folder: string, files: readonly ScriptFile[]): string | undefined {
  let at = folder;
  for (let level = 0; level < MAX_LEVELS; level++) {
    if (files.some(({ path }) => existsSync(join(at, path)))) return at;
    const parent = dirname(at);
    if (parent === at) return undefined;
    at = parent;
  }
  return undefined;
}

function inFolder(folder: string, file: ScriptFile): ScriptFile {
  return { ...file, path: join(folder, file.path) };
}

function optionValue(arg: string): string[] {
  const found = /^(?:--(?:make)?file=|-f)(.+)$/.exec(arg);
  return found?.[1] === undefined ? [] : [found[1]];
}

const PACKAGE_MANAGER = '.npmrc .yarnrc .yarnrc.yml pnpm-workspace.yaml .pnpmfile.cjs bunfig.toml';
const GRADLE = 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties';
const MAVEN = 'pom.xml .mvn/jvm.config .mvn/maven.config .mvn/extensions.xml';
const PYTHON_PROJECT = 'pyproject.toml setup.cfg tox.ini';

const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    make: 'GNUmakefile makefile Makefile',
    'npm pnpm yarn bun npx': PACKAGE_MANAGER,
    'turbo nx lerna': 'turbo.json nx.json lerna.json',
    eslint: '.eslintrc .eslintrc.js .eslintrc.cjs .eslintrc.json .eslintrc.yml .eslintrc.yaml',
    vitest: 'vite.config.ts vite.config.js vite.config.mts vite.config.mjs vitest.workspace.ts',
    mocha: '.mocharc.js .mocharc.cjs .mocharc.json .mocharc.yml .mocharc.yaml',
    prettier: '.prettierrc .prettierrc.js .prettierrc.cjs .prettierrc.mjs',
    deno: 'deno.json deno.jsonc',
    'pytest py.test': `conftest.py pytest.ini .pytest.ini ${PYTHON_PROJECT}`,
    'tox nox': `noxfile.py ${PYTHON_PROJECT}`,
    'poetry pdm hatch uv poe pip build': `setup.py ${PYTHON_PROJECT}`,
    'invoke inv': 'tasks.py',
    fab: 'fabfile.py',
    cargo: 'build.rs Cargo.toml .cargo/config.toml .cargo/config rust-toolchain rust-toolchain.toml',
    'gradle gradlew': GRADLE,
    'mvn mvnw': MAVEN,
    ant: 'build.xml',
    sbt: 'build.sbt',
    'cmake ctest cpack': 'CMakeLists.txt CMakePresets.json',
    meson: 'meson.build',
    bazel: 'WORKSPACE MODULE.bazel BUILD .bazelrc',
    scons: 'SConstruct',
    ninja: 'build.ninja',
    rake: 'Rakefile rakefile Rakefile.rb',
    'bundle bundler': 'Gemfile .bundle/config',
    rspec: '.rspec spec/spec_helper.rb',
    composer: 'composer.json',
    phpunit: 'phpunit.xml phpunit.xml.dist',
    mix: 'mix.exs',
    just: 'justfile Justfile .justfile',
    task: 'Taskfile.yml Taskfile.yaml',
    gulp: 'gulpfile.js gulpfile.ts gulpfile.mjs gulpfile.cjs',
    grunt: 'Gruntfile.js',
    'docker podman docker-compose':
      'compose.yaml compose.yml docker-compose.yaml docker-compose.yml Dockerfile Containerfile',
    vagrant: 'Vagrantfile',
    'pre-commit': '.pre-commit-config.yaml',
  }).flatMap(([programs, files]) =>
    programs.split(' ').map((program): [string, readonly string[]] => [program, files.split(' ')]),
  ),
);
/** Programs that run what `<name>.config.js` says. */
const CONFIGURED = new Set(
  'astro babel cypress eslint jest next nuxt playwright postcss prettier rollup stylelint svelte tailwind vite vitest webpack'.split(
    ' ',
  ),
);
const ENDINGS = ['js', 'cjs', 'mjs', 'ts', 'mts', 'cts', 'json'];
const USES_MANIFEST = new Set('npm pnpm yarn bun npx turbo nx lerna eslint jest mocha prettier'.split(' '));
/** The others change all the time and run nothing. */
const MANIFEST_SECTIONS = 'scripts config packageManager workspaces eslintConfig jest mocha prettier'.split(' ');
const GIT_HOOKS: ReadonlyMap<string, readonly string[]> = new Map([
  ['commit', ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit']],
  ['merge', ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-merge']],
  ['pull', ['pre-merge-commit', 'post-merge', 'pre-rebase', 'post-rewrite']],
  ['push', ['pre-push']],
  ['checkout', ['post-checkout']],
  ['switch', ['post-checkout']],
  ['rebase', ['pre-rebase', 'post-rewrite', 'post-checkout']],
  ['am', ['applypatch-msg', 'pre-applypatch', 'post-applypatch']],
]);
const MAX_LEVELS = 30;
