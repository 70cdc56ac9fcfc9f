import { foldName } from './fold-name.ts';

/**
 * Whether some program (a build, a test runner, a package manager, a CI service) executes what a file of this name says.
 * `Makefile` and `.github/workflows/ci.yml` are such files, `src/makefile-parser.ts` is not. Decides by name alone; takes a
 * path relative to a root.
 */
export function isProgramConfig(relative: string): boolean {
  const names = relative.split(/[/\\]/).map(foldName);
  const name = names.at(-1) ?? '';
  return NAMES.has(name) || PATTERN.test(name) || FOLDERS.test(`/${names.join('/')}`);
}

const NAMES = new Set(
  [
    // JavaScript
    'package.json pnpm-workspace.yaml bunfig.toml turbo.json nx.json lerna.json deno.json deno.jsonc binding.gyp',
    '.eslintrc .prettierrc .babelrc .stylelintrc .swcrc .mocharc .lintstagedrc .commitlintrc .releaserc .huskyrc',
    '.pnp.cjs angular.json rush.json wrangler.toml wrangler.json wrangler.jsonc serverless.yml',
    // Python
    'conftest.py sitecustomize.py usercustomize.py setup.py setup.cfg pyproject.toml tox.ini pytest.ini .pytest.ini',
    'noxfile.py fabfile.py dodo.py pipfile wscript tox.toml hatch.toml hatch_build.py uv.toml pixi.toml mypy.ini',
    '.pylintrc pylintrc .flake8 .coveragerc .pdbrc snakefile',
    // Make and its relatives
    'makefile gnumakefile cmakelists.txt cmakepresets.json meson.build sconstruct sconscript build.ninja configure',
    'justfile .justfile taskfile.yml taskfile.yaml workspace workspace.bazel module.bazel build.bazel .bazelrc',
    'earthfile tiltfile skaffold.yaml xmake.lua premake5.lua build.zig build.zig.zon dune dune-project',
    // Other languages
    'build.rs cargo.toml rust-toolchain rust-toolchain.toml rakefile rakefile.rb gemfile .rspec composer.json mix.exs',
    'pom.xml build.xml build.sbt build.gradle build.gradle.kts settings.gradle settings.gradle.kts gradle.properties',
    'gradlew gradlew.bat mvnw mvnw.cmd phpunit.xml phpunit.xml.dist package.swift podfile fastfile nuget.config',
    'directory.build.props directory.build.targets flake.nix shell.nix default.nix devenv.nix .rprofile .irbrc .pryrc',
    '.rubocop.yml guardfile capfile thorfile dangerfile brewfile config.ru setup.hs rebar.config project.clj deps.edn',
    // Debuggers, editors and consoles that read a file of the folder they start in
    '.gdbinit .lldbinit .vimrc .exrc .nvim.lua .dir-locals.el .psqlrc .sqliterc .wgetrc .curlrc',
    // Version managers, hooks and processes
    '.tool-versions mise.toml .mise.toml .pre-commit-config.yaml lefthook.yml lefthook.yaml .lefthook.yml procfile',
    // Containers and machines
    'dockerfile containerfile compose.yaml compose.yml vagrantfile crontab ansible.cfg devbox.json',
    // Continuous integration and deployment
    'jenkinsfile .gitlab-ci.yml .travis.yml azure-pipelines.yml bitbucket-pipelines.yml appveyor.yml .appveyor.yml',
    '.drone.yml .cirrus.yml .goreleaser.yml .goreleaser.yaml .woodpecker.yml cloudbuild.yaml buildspec.yml netlify.toml vercel.json render.yaml app.yaml',
    // Filters and diff drivers
    '.gitattributes',
  ].flatMap((line) => line.split(' ')),
);

/** One alternative per line: a single test is several times faster than one per pattern. */
const PATTERN = new RegExp(
  [
    // vite.config.ts, eslint.config.mjs, jest.config.json, karma.conf.js, vitest.workspace.ts
    String.raw`^[\w-]+(?:\.[\w-]+)?\.(?:config|conf|workspace)\.(?:[cm]?[jt]s|json)$`,
    String.raw`^\.(?:eslintrc|prettierrc|babelrc|stylelintrc|mocharc|lintstagedrc|commitlintrc|releaserc)\.\w+$`,
    String.raw`^gulpfile\.[\w.]+$`,
    String.raw`^gruntfile\.\w+$`,
    String.raw`^docker-compose[\w.-]*\.ya?ml$`,
    String.raw`^(?:dockerfile|containerfile|makefile|jenkinsfile)\.[\w-]+$`,
    String.raw`\.(?:mk|mak|cmake|bzl|gradle|gradle\.kts|sbt|rake|gemspec|cabal|pth|service|timer|desktop|gyp|gypi)$`,
    String.raw`\.(?:cs|fs|vb|vcx)proj$`,
    String.raw`\.(?:props|targets)$`,
  ].join('|'),
);

/** Folders in which every file configures programs. */
const FOLDERS =
  /\/(?:\.(?:github|gitea|forgejo)\/(?:workflows|actions)|\.yarn|\.circleci|\.buildkite|\.gitlab\/ci|\.woodpecker|\.cargo|\.mvn|\.bundle|gradle\/wrapper|\.config\/(?:systemd|autostart))\//;
