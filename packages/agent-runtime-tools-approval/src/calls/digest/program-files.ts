// Which files decide what well-known programs run.

const PACKAGE_MANAGER = '.npmrc .yarnrc .yarnrc.yml pnpm-workspace.yaml .pnpmfile.cjs bunfig.toml';
const GRADLE = 'build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties';
const MAVEN = 'pom.xml .mvn/jvm.config .mvn/maven.config .mvn/extensions.xml';
const PYTHON_PROJECT = 'pyproject.toml setup.cfg tox.ini';

/** The files in the working folder that a program takes instructions from. */
export const CONFIG_FILES: ReadonlyMap<string, readonly string[]> = new Map(
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
/** Programs that also read `<name>.config.js`. */
export const USES_CONFIG_MODULE = new Set(
  'astro babel cypress eslint jest next nuxt playwright postcss prettier rollup stylelint svelte tailwind vite vitest webpack'.split(
    ' ',
  ),
);
export const CONFIG_MODULE_EXTENSIONS = ['js', 'cjs', 'mjs', 'ts', 'mts', 'cts', 'json'];
/** Programs that read `package.json`. */
export const USES_MANIFEST = new Set('npm pnpm yarn bun npx turbo nx lerna eslint jest mocha prettier'.split(' '));
/** The members of `package.json` that decide what runs. */
export const MANIFEST_SECTIONS = 'scripts config packageManager workspaces eslintConfig jest mocha prettier'.split(' ');
/** The hooks that git runs for a subcommand. */
export const GIT_HOOKS: ReadonlyMap<string, readonly string[]> = new Map([
  ['commit', ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit']],
  ['merge', ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-merge']],
  ['pull', ['pre-merge-commit', 'post-merge', 'pre-rebase', 'post-rewrite']],
  ['push', ['pre-push']],
  ['checkout', ['post-checkout']],
  ['switch', ['post-checkout']],
  ['rebase', ['pre-rebase', 'post-rewrite', 'post-checkout']],
  ['am', ['applypatch-msg', 'pre-applypatch', 'post-applypatch']],
]);

/** Programs that run their input or their first operand as a script. */
export const INTERPRETERS =
  /^(?:ba|da|z|k|a)?sh$|^(?:source|\.|python|node|nodejs|deno|bun|tsx|ts-node|perl|ruby|php|lua|osascript|Rscript)$/;
/** Programs that run instructions from the files they are given. */
export const RUNS_FILES = /^(?:docker|podman|ansible-playbook|crontab|sqlite3|psql|mysql|ninja|gdb|vim?|nvim|ex)$/;
export const TEST_RUNNERS = /^(?:pytest|py\.test|jest|vitest|mocha|ava|tap|rspec|phpunit|behave|robot)$/;
export const SCRIPT_NAME = /\.(?:sh|py|[cm]?[jt]s|rb|pl|php)$/;
/** The files that run if a folder is given instead of a script. */
export const MAIN_FILES: ReadonlyMap<string, readonly string[]> = new Map([
  ['node', ['package.json', 'index.js']],
  ['python', ['__main__.py']],
  ['docker', ['Dockerfile', 'compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml']],
  ['podman', ['Containerfile', 'Dockerfile']],
]);
/** Programs with an option such as `-C` for another working folder. */
export const HAS_FOLDER_OPTION = /^(?:g?make|npm|pnpm|yarn|bun|ninja|just|task|git)$/;
export const NODE_EXTENSIONS = ['.js', '.cjs', '.mjs', '.json', '.node'];
/** The endings that a program appends to the name of code to load. */
export const LOADED_EXTENSIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['node', [...NODE_EXTENSIONS, '/index.js']],
  ['nodejs', [...NODE_EXTENSIONS, '/index.js']],
  ['ruby', ['.rb']],
  ['lua', ['.lua', '/init.lua']],
  ['luajit', ['.lua', '/init.lua']],
  ['awk', ['.awk']],
  ['gawk', ['.awk']],
]);
