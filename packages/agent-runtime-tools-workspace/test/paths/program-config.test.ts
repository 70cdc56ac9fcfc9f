import { describe, expect, it } from 'vitest';
import { isProgramConfig } from '../../src/index.ts';

describe('a file that programs run by themselves', () => {
  it.each(
    [
      'package.json packages/a/package.json PACKAGE.JSON Makefile makefile.am sub/GNUmakefile rules.mk CMakeLists.txt',
      'conftest.py tests/conftest.py setup.py pyproject.toml sitecustomize.py site-packages/x.pth',
      '.github/workflows/ci.yml .github/workflows/deep/ci.yml .github/actions/a/action.yml .gitlab-ci.yml Jenkinsfile',
      '.circleci/config.yml vite.config.ts jest.config.cjs tailwind.config.js vitest.unit.config.mts .eslintrc.cjs',
      'Dockerfile Dockerfile.dev docker-compose.prod.yml compose.yaml build.gradle.kts gradlew pom.xml build.rs',
      '.cargo/config.toml Cargo.toml Rakefile Gemfile my.gemspec app.csproj Directory.Build.props flake.nix .gdbinit',
      '.prettierrc .babelrc.json noxfile.py Pipfile meson.build composer.json phpunit.xml shell.nix .irbrc .curlrc',
      '.tool-versions .drone.yml netlify.toml .gitattributes Gruntfile.js module.cabal Common.targets app.fsproj',
      'gradle/wrapper/gradle-wrapper.properties .mvn/extensions.xml .bundle/config .gitlab/ci/test.yml',
      '.buildkite/pipeline.yml .woodpecker/build.yml home/.config/systemd/user/a.txt .config/autostart/a.txt',
      'karma.conf.js vitest.workspace.mts .mocharc .lintstagedrc .pylintrc .rubocop.yml app.gradle tools.cmake deps.bzl',
      '.yarn/plugins/a.cjs .pnp.cjs .gitea/workflows/ci.yml .forgejo/actions/a.yml build.zig Snakefile mypy.ini tox.toml',
      '.pre-commit-config.yaml Procfile Vagrantfile Justfile Taskfile.yml gulpfile.babel.js crontab a.service',
    ].flatMap((line) => line.split(' ')),
  )('is %s', (path) => expect(isProgramConfig(path)).toBe(true));

  it.each(
    [
      'src/package.ts package.json.md packages.json package-lock.json notes/makefile-parser.ts make.ts src/config.ts',
      'test_conftest.py conftest.pyc my-setup.py docs/pyproject.md .github/CODEOWNERS .github/ISSUE_TEMPLATE/a.md',
      'github/workflows/ci.yml workflows/ci.yml config.js src/configure.ts site.conf docker/README.md tsconfig.json',
      'src/conf.js yarn/plugins/a.cjs workspace.md gradle.md src/cmake-build.ts .yarnlog karma.conf.md',
      'README.md .gitignore .editorconfig index.html data.json cargo.rs gem.rb service.ts desktop.css',
    ].flatMap((line) => line.split(' ')),
  )('is not %s', (path) => expect(isProgramConfig(path)).toBe(false));
});
