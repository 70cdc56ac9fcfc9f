import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { symlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ToolCoordinator } from '@ku0/agent-runtime-tools-core';
import { createWorkspace, interceptFileSystem, nodeFileSystem } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { projectPack } from '../../src/index.ts';
import { errorOf, openTools, valueOf } from '../fixtures/open-tools.ts';
import { SHAPES, type ShapeName } from '../fixtures/project-shapes.ts';

interface Expected {
  readonly type: string;
  /** Of the main project. */
  readonly project?: object;
  /** The paths of the members by tool. */
  readonly members?: Readonly<Record<string, readonly string[]>>;
  /** Of projects below, by path. */
  readonly nested?: Readonly<Record<string, object>>;
}

const EXPECTED: Readonly<Record<ShapeName, Expected>> = {
  'express app with jest': {
    type: 'node',
    project: {
      name: 'shop-api',
      version: '2.3.1',
      manifest: 'package.json',
      languages: ['javascript'],
      packageManager: 'npm',
      runtime: 'node >=20',
      frameworks: ['Express'],
      testRunners: ['jest'],
      formatters: ['prettier'],
      linters: ['eslint'],
      commands: { install: 'npm install', test: 'npm test', lint: 'npm run lint', start: 'npm run start' },
    },
  },
  'library tested with node:test': {
    type: 'node',
    project: { languages: ['typescript'], testRunners: ['node:test'], buildTools: ['typescript'] },
  },
  'pnpm monorepo': {
    type: 'node',
    project: { packageManager: 'pnpm', buildTools: ['turbo'] },
    members: { pnpm: ['packages/a', 'packages/b', 'apps/web/site'] },
    nested: {
      'packages/b': { packageManager: 'pnpm', testRunners: ['vitest'] },
      'apps/web/site': { frameworks: ['Next.js', 'React'] },
      tools: { name: 'tools' },
    },
  },
  'npm workspaces': { type: 'node', project: { packageManager: 'npm' }, members: { npm: ['libs/one', 'libs/two'] } },
  'yarn workspaces': { type: 'node', project: { packageManager: 'yarn' }, members: { yarn: ['packages/ui'] } },
  'poetry package': {
    type: 'python',
    project: {
      name: 'weather',
      version: '0.4.0',
      packageManager: 'poetry',
      runtime: 'python ^3.11',
      frameworks: ['FastAPI'],
      testRunners: ['pytest'],
      formatters: ['black'],
      linters: ['mypy'],
      commands: {
        install: 'poetry install',
        test: 'poetry run pytest',
        format: 'poetry run black .',
        lint: 'poetry run mypy .',
      },
    },
  },
  'PEP 621 package with uv': {
    type: 'python',
    project: {
      name: 'tool',
      packageManager: 'uv',
      frameworks: ['Click'],
      testRunners: ['pytest'],
      formatters: ['ruff'],
      linters: ['ruff'],
    },
    members: { uv: ['members/extra'] },
  },
  'Django site with requirements': {
    type: 'python',
    project: {
      manifest: 'requirements.txt',
      packageManager: 'pip',
      frameworks: ['Django'],
      testRunners: ['pytest'],
      linters: ['flake8'],
      commands: {
        install: 'pip install -r requirements.txt',
        test: 'pytest',
        lint: 'flake8 .',
        start: 'python manage.py runserver',
      },
    },
  },
  'setup.py package': {
    type: 'python',
    project: {
      name: 'oldie',
      version: '3.1',
      description: 'An old package.',
      frameworks: ['Flask', 'Click'],
      testRunners: ['tox'],
      linters: ['flake8'],
      runtime: 'python >=3.8',
    },
  },
  'cargo workspace': {
    type: 'rust',
    project: { packageManager: 'cargo', frameworks: ['Serde'], testRunners: ['cargo'] },
    members: { cargo: ['crates/core', 'crates/cli'] },
    nested: {
      'crates/core': { name: 'core-lib', version: '0.9.0', runtime: 'edition 2024', frameworks: ['Tokio'] },
      'crates/cli': { name: 'cli', frameworks: ['Clap'], testRunners: ['proptest', 'cargo'] },
    },
  },
  'go module': {
    type: 'go',
    project: {
      name: 'example.com/server',
      runtime: 'go 1.23',
      frameworks: ['Gin', 'GORM'],
      testRunners: ['testify', 'go'],
      linters: ['golangci-lint'],
      commands: {
        install: 'go mod download',
        build: 'go build ./...',
        test: 'go test ./...',
        lint: 'golangci-lint run',
        format: 'gofmt -w .',
      },
    },
  },
  'go.work workspace': { type: 'go', project: { manifest: 'go.work' }, members: { go: ['api', 'lib', 'tools'] } },
  'Maven multi-module': {
    type: 'java',
    project: {
      name: 'shop',
      version: '1.0-SNAPSHOT',
      description: 'Buy & sell',
      runtime: 'java 21',
      packageManager: 'maven',
      frameworks: ['Spring Boot'],
      testRunners: ['junit'],
      commands: { install: './mvnw dependency:resolve', build: './mvnw package', test: './mvnw test' },
    },
    members: { maven: ['core', 'web'] },
    nested: { web: { name: 'shop-web', version: '1.0-SNAPSHOT' } },
  },
  'Gradle in Kotlin': {
    type: 'java',
    project: {
      name: 'games',
      version: '0.2',
      runtime: 'java 21',
      languages: ['kotlin', 'java'],
      packageManager: 'gradle',
      frameworks: ['Hibernate', 'Ktor'],
      testRunners: ['junit'],
      commands: { build: './gradlew build', test: './gradlew test', start: './gradlew run' },
    },
    members: { gradle: ['app', 'lib/math'] },
  },
  'Rails app': {
    type: 'ruby',
    project: {
      runtime: 'ruby 3.3.5',
      packageManager: 'bundler',
      frameworks: ['Rails'],
      testRunners: ['rspec'],
      linters: ['rubocop'],
      buildTools: ['rake'],
      commands: {
        install: 'bundle install',
        test: 'bundle exec rspec',
        lint: 'bundle exec rubocop',
        format: 'bundle exec rubocop -A',
        start: 'bin/rails server',
      },
    },
  },
  gem: {
    type: 'ruby',
    project: { name: 'words', version: '0.1.2', description: 'Counts words.', testRunners: ['minitest'] },
  },
  'Laravel app': {
    type: 'php',
    project: {
      name: 'acme/blog',
      runtime: 'php ^8.3',
      frameworks: ['Laravel'],
      testRunners: ['phpunit'],
      formatters: ['pint'],
      linters: ['phpstan'],
      commands: {
        install: 'composer install',
        test: 'php artisan test',
        lint: 'vendor/bin/phpstan',
        format: 'vendor/bin/pint',
        start: 'php artisan serve',
      },
    },
  },
  '.NET solution': {
    type: 'dotnet',
    project: {
      name: 'Shop',
      manifest: 'Shop.sln',
      runtime: 'sdk 9.0.100',
      languages: ['csharp'],
      packageManager: 'nuget',
    },
    members: { dotnet: ['src/Shop.Web', 'test/Shop.Tests'] },
    nested: {
      'src/Shop.Web': { version: '4.2.0', runtime: 'net9.0', frameworks: ['ASP.NET Core', 'Entity Framework Core'] },
      'test/Shop.Tests': { testRunners: ['xunit'] },
    },
  },
  'frontend and backend': {
    type: 'python',
    nested: { frontend: { type: 'node', frameworks: ['React'] }, backend: { type: 'python', frameworks: ['Flask'] } },
  },
};

describe('detect_project_type', () => {
  it.each(Object.entries(EXPECTED))('recognises: %s', async (shape, { type, project, members = {}, nested = {} }) => {
    await using open = await openTools({ ...SHAPES[shape as ShapeName] });
    const value = valueOf(await open.tools.execute('detect_project_type', {}));
    expect(value).toMatchObject({ path: '.', type, monorepo: Object.keys(members).length > 0, notes: [] });
    if (project === undefined) expect(value.projects).toEqual([]);
    else expect(value.projects[0]).toMatchObject({ type, path: '.', ...project });
    const found = value.workspaces.map(({ tool, members: each }) => [tool, each.map(({ path }) => path).toSorted()]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(members).map(([tool, paths]) => [tool, paths.toSorted()])),
    );
    for (const [path, expected] of Object.entries(nested))
      expect(value.nested.find((each) => each.path === path)).toMatchObject(expected);
  });

  it('lists both projects of a folder with two manifests, the one with more sources first', async () => {
    await using open = await openTools({ ...SHAPES['Laravel app'] });
    const value = valueOf(await open.tools.execute('detect_project_type', { path: '.' }));
    expect(value.projects.map(({ type }) => type)).toEqual(['php', 'node']);
    expect(value.types).toEqual(['php', 'node']);
  });

  it('recognises this repository', async () => {
    const root = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '');
    await using state = await createTestFolder();
    const workspace = createWorkspace({ roots: [root], state: state.path });
    const tools = new ToolCoordinator({ cwd: root, services: { workspace } }).registerPack(projectPack());
    const value = valueOf(await tools.execute('detect_project_type', {}));
    expect(value).toMatchObject({ type: 'node', monorepo: true });
    expect(value.projects[0]).toMatchObject({ packageManager: 'pnpm', testRunners: ['vitest'], formatters: ['oxfmt'] });
    const members = value.workspaces[0]?.members.map(({ path }) => path);
    expect(members).toContain('packages/agent-runtime-tools-core');
    expect(members).toContain('apps/toolbox');
    const member = valueOf(await tools.execute('detect_project_type', { path: 'packages/agent-runtime-tools-core' }));
    expect(member.projects[0]).toMatchObject({ packageManager: 'pnpm', name: '@ku0/agent-runtime-tools-core' });
    const inside = valueOf(
      await tools.execute('detect_project_type', { path: 'packages/agent-runtime-tools-core/src' }),
    );
    expect(inside).toMatchObject({ type: 'node', enclosing: { path: 'packages/agent-runtime-tools-core' } });
    await tools.shutdownAll();
  });

  it('says unknown for a folder without a manifest', async () => {
    await using open = await openTools({ 'notes.txt': 'x\n' });
    expect(valueOf(await open.tools.execute('detect_project_type', {}))).toMatchObject({
      type: 'unknown',
      types: [],
      projects: [],
    });
  });

  it('skips dependencies, ignored files and test data', async () => {
    await using open = await openTools({
      'package.json': '{ "name": "top" }',
      '.gitignore': 'generated\n',
      'node_modules/dep/package.json': '{ "name": "dep" }',
      'vendor/x/composer.json': '{ "name": "dep/x" }',
      'generated/package.json': '{ "name": "generated" }',
      'test/fixtures/sample/package.json': '{ "name": "sample" }',
    });
    const value = valueOf(await open.tools.execute('detect_project_type', {}));
    expect(value.nestedTotal).toBe(0);
  });

  it('notes manifests that cannot be parsed or are too large', async () => {
    await using open = await openTools({
      'package.json': '{ "name": ',
      'go.mod': 'module example.com/x\n',
      'a/Cargo.toml': '[package\n',
      'b/package.json': `{ "name": "${'x'.repeat(2 * 1024 * 1024)}" }`,
      'c/pom.xml': '<project><artifactId>x</project>',
    });
    const value = valueOf(await open.tools.execute('detect_project_type', {}));
    expect(value.type).toBe('go');
    expect(value.notes.join('\n')).toMatch(/package\.json cannot be parsed[^]*Cargo\.toml cannot be parsed/);
    expect(value.notes.join('\n')).toMatch(/b\/package\.json was not read/);
    expect(value.notes.join('\n')).toMatch(/c\/pom\.xml cannot be parsed: not well-formed/);
  });

  it('takes hostile manifests for data', { timeout: 20_000 }, async () => {
    const deep = '['.repeat(50_000);
    await using open = await openTools({
      'package.json':
        '{ "__proto__": { "name": "polluted" }, "name": ["a"], "scripts": "x", "workspaces": ["{{{", "../**", 3], "dependencies": null }',
      'a/pom.xml': '<a '.repeat(300_000),
      'b/package.json': deep,
      'c/pom.xml': `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><project><artifactId>&e;</artifactId></project>`,
      'd/pom.xml': '<!--'.repeat(200_000),
      'e/package.json': '/*'.repeat(400_000),
      'f/pyproject.toml': `x = ${deep}`,
      'g/package.json': '{ "name": "g" }',
      'g/pnpm-workspace.yaml': `a: &a [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 20 }, (_, at) => `b${at}: &b${at} [*${at === 0 ? 'a' : `b${at - 1}`}, *${at === 0 ? 'a' : `b${at - 1}`}]`).join('\n')}\n`,
    });
    const value = valueOf(await open.tools.execute('detect_project_type', {}));
    expect(value.projects[0]).toMatchObject({ type: 'node', commands: { install: 'npm install' } });
    expect(value.projects[0]).not.toHaveProperty('name');
    expect(value.workspaces[0]?.members).toEqual([]);
    expect(value.nested.find(({ path }) => path === 'c')?.name).toBe('&e;');
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
    expect(value.notes.join('\n')).toContain('outside of the folder');
  });

  it('refuses paths outside of the workspace, missing folders and files', async () => {
    await using open = await openTools({ 'package.json': '{}' });
    await symlink('/', `${open.folder.path}/link`);
    const codeFor = async (path: string): Promise<string> =>
      errorOf(await open.tools.execute('detect_project_type', { path })).code;
    expect(await codeFor('..')).toBe('INVALID_PATH');
    expect(await codeFor('/etc')).toBe('INVALID_PATH');
    expect(await codeFor('link')).toBe('INVALID_PATH');
    expect(await codeFor('nope')).toBe('FILE_NOT_FOUND');
    expect(await codeFor('package.json')).toBe('NOT_A_DIRECTORY');
  });

  it('notes folders and manifests without permission', async () => {
    await using folder = await createTestFolder({
      'package.json': '{ "name": "top" }',
      'go.mod': 'module example.com/locked-file\n',
      'locked/package.json': '{}',
    });
    await using state = await createTestFolder();
    // The tests may run as root, for whom no mode forbids anything.
    const fs = interceptFileSystem(nodeFileSystem, ({ name, path }) => {
      if (path.includes('go.mod') && name === 'open') throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      if (path.includes('/locked')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    });
    const workspace = createWorkspace({ roots: [folder.path], state: state.path, fs });
    const tools = new ToolCoordinator({ cwd: folder.path, services: { workspace } }).registerPack(projectPack());
    const value = valueOf(await tools.execute('detect_project_type', {}));
    expect(value.projects.map(({ name }) => name)).toEqual(['top']);
    expect(value.notes).toContain('locked could not be read.');
    expect(value.notes.join('\n')).toContain('go.mod was not read');
    await tools.shutdownAll();
  });

  it('does not show what an ignore file of the workspace hides', async () => {
    await using open = await openTools({
      '.toolignore': 'secret\n',
      'package.json': '{ "workspaces": ["*"] }',
      'secret/package.json': '{ "name": "hidden-name" }',
    });
    const value = valueOf(await open.tools.execute('detect_project_type', {}));
    expect(JSON.stringify(value)).not.toContain('hidden-name');
  });

  it('stops in the middle when it is cancelled, and bounds a large tree', { timeout: 30_000 }, async () => {
    const files = Object.fromEntries(
      Array.from({ length: 3100 }, (_, at) => [`p${at}/package.json`, `{ "name": "p${at}" }`]),
    );
    await using open = await openTools(files);
    const stop = new AbortController();
    const running = open.tools.execute('detect_project_type', {}, { signal: stop.signal });
    setTimeout(() => stop.abort(), 30);
    expect(errorOf(await running).code).toBe('CANCELLED');
    const value = valueOf(await open.tools.execute('detect_project_type', {}));
    expect(value.nested).toHaveLength(50);
    expect(value.notes.join('\n')).toMatch(/Only the first 3000 folders/);
    expect(value.notes.join('\n')).toMatch(/Only the first 300 projects/);
  });

  it('answers two principals at once', async () => {
    await using open = await openTools({ ...SHAPES['cargo workspace'] });
    const answers = await Promise.all(
      ['one', 'two'].map((id) => open.tools.execute('detect_project_type', {}, { principal: { id }, taskId: 'same' })),
    );
    expect(answers.map((answer) => valueOf(answer).workspaces[0]?.total)).toEqual([2, 2]);
  });
});
