import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProjectOptions } from '../../src/index.ts';
import { canRun } from '../fixtures/install-programs.ts';
import { errorOf, openTools, valueOf } from '../fixtures/open-tools.ts';
import { openRegistry } from './npm-registry.ts';

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A project that installs from a registry on this machine, with a cache of its own. */
async function openProject(options: ProjectOptions = {}) {
  const registry = await openRegistry();
  const bench = await openTools(
    { 'package.json': '{\n  "name": "app",\n  "private": true\n}\n', '.gitignore': 'node_modules\n.cache\n' },
    { ...options, env: { npm_config_registry: registry.address } },
  );
  await bench.folder.write(
    '.npmrc',
    `registry=${registry.address}\ncache=${bench.folder.path}/.cache\nupdate-notifier=false\n`,
  );
  return {
    ...bench,
    async [Symbol.asyncDispose]() {
      await bench[Symbol.asyncDispose]();
      await registry[Symbol.asyncDispose]();
    },
  };
}

describe.skipIf(!canRun('npm', '--version'))('install_package with npm', () => {
  it('adds a package without its install script, and undo takes the manifest back', async () => {
    await using bench = await openProject();
    const params = { packages: ['sample@^1.0.0'], dev: true };
    const plan = valueOf(await bench.tools.dryRun('install_package', params));
    expect(plan.summary).toBe('Would add sample@^1.0.0 to . with npm, without install scripts.');
    const value = valueOf(await bench.tools.execute('install_package', params, { taskId: 't' }));
    expect(value).toMatchObject({ manager: 'npm', project: '.', changed: ['package-lock.json', 'package.json'] });
    expect(value.diff).toContain('+  "devDependencies": {');
    expect(value.notes).toEqual(['Install scripts of packages were not run.']);
    expect(await exists(join(bench.folder.path, 'node_modules/sample/index.js'))).toBe(true);
    expect(await exists(join(bench.folder.path, 'ran.txt'))).toBe(false);
    await bench.workspace.undo({ taskId: 't' });
    expect(await bench.folder.read('package.json')).toBe('{\n  "name": "app",\n  "private": true\n}\n');
    expect(await exists(join(bench.folder.path, 'package-lock.json'))).toBe(false);
  });

  it('runs install scripts if the host allows them', async () => {
    await using bench = await openProject({ allowInstallScripts: true });
    valueOf(await bench.tools.execute('install_package', { packages: ['sample'] }));
    expect(await exists(join(bench.folder.path, 'ran.txt'))).toBe(true);
  });

  it('reports what npm printed if there is no such package', async () => {
    await using bench = await openProject();
    const error = errorOf(await bench.tools.execute('install_package', { packages: ['no-such-package'] }));
    expect(error).toMatchObject({ code: 'INSTALL_FAILED', details: { manager: 'npm', changed: [] } });
    expect(error.message).toContain('404');
  });
});

describe('install_package', () => {
  it.each([
    [
      'package.json',
      '{}',
      [
        '--registry=http://evil',
        '-g',
        'https://example.com/x.tgz',
        'git+ssh://x',
        'user/repo',
        './local',
        '../x',
        'file:x',
        'a@npm:b',
        'a@http://x',
        'a b',
        '',
      ],
    ],
    ['Cargo.toml', '[package]\nname = "a"\n', ['--git=x', '--path', 'a/b', 'https://x']],
    ['requirements.txt', 'flask\n', ['-r', 'git+https://x', './x', 'x @ https://y', '--index-url=x']],
    ['go.mod', 'module a\n', ['-u', './...', 'https://x.y/z', 'x']],
  ])('refuses names for %s that are no names of packages', async (file, text, names) => {
    await using bench = await openTools({ [file]: text });
    for (const name of names) {
      const error = errorOf(await bench.tools.execute('install_package', { packages: [name] }));
      expect([name, error.code]).toEqual([name, name === '' ? 'VALIDATION_ERROR' : 'PACKAGE_NOT_ALLOWED']);
    }
  });

  it('takes addresses if the host allows them, but never options', async () => {
    await using bench = await openTools({ 'package.json': '{}' }, { allowPackageSources: true });
    const plan = valueOf(await bench.tools.dryRun('install_package', { packages: ['user/repo'] }));
    expect(plan.changes[0]?.target).toContain('-- user/repo');
    expect(errorOf(await bench.tools.dryRun('install_package', { packages: ['--global'] })).code).toBe(
      'PACKAGE_NOT_ALLOWED',
    );
  });

  it('uses the manager of the project', async () => {
    await using bench = await openTools({
      'a/package.json': '{ "packageManager": "npm@11" }',
      'b/Cargo.toml': '[package]\nname = "a"\n',
      'none/x.txt': '',
    });
    expect(
      valueOf(await bench.tools.dryRun('install_package', { packages: ['x'], path: 'a' })).changes[0]?.target,
    ).toContain('--ignore-scripts');
    expect(errorOf(await bench.tools.dryRun('install_package', { packages: ['x'], path: 'none' })).code).toBe(
      'NO_PACKAGE_MANAGER',
    );
    expect(
      errorOf(await bench.tools.dryRun('install_package', { packages: ['x'], path: 'a', manager: 'cargo' })).code,
    ).toBe('NO_PACKAGE_MANAGER');
  });
});
