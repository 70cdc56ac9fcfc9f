import { createTestFolder, packContract } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { afterAll } from 'vitest';
import { projectPack } from '../src/index.ts';
import { installPrograms } from './fixtures/install-programs.ts';
import { SHAPES } from './fixtures/project-shapes.ts';
import { openRegistry } from './install-package/npm-registry.ts';

const state = await createTestFolder();
const registry = await openRegistry();
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await state.remove();
});

const readingSamples = {
  samples: [
    { params: {} },
    { name: 'a member of the workspace', params: { path: 'packages/b' } },
    { name: 'a folder that is not there', params: { path: 'nope' }, expect: 'FILE_NOT_FOUND' },
    { name: 'a path outside', params: { path: '../..' }, expect: 'INVALID_PATH' },
  ],
  badSamples: [{ params: { path: 3 }, mentions: 'path' }],
};

/** A monorepo with a package that has tests and a formatter, and installs from a registry on this machine. */
async function project() {
  const folder = await createTestFolder({
    ...SHAPES['pnpm monorepo'],
    '.gitignore': 'node_modules\n.cache\n',
    'run/package.json': '{ "scripts": { "test": "node --test" }, "packageManager": "npm@11" }',
    'run/.prettierrc': '{}',
    'run/a.test.js': "require('node:test').it('ok', () => {});\n",
    'run/src/ugly.js': 'const  a = 1\n',
  });
  await folder.write(
    'run/.npmrc',
    `registry=${registry.address}\ncache=${folder.path}/.cache\nupdate-notifier=false\n`,
  );
  await installPrograms(folder.path, ['prettier']);
  return folder;
}

packContract(projectPack(), {
  folder: project,
  services: ({ path }) => ({ workspace: createWorkspace({ roots: [path], state: state.path }) }),
  callTimeoutMs: 30_000,
  settleMs: 10_000,
  samples: {
    detect_project_type: readingSamples,
    extract_conventions: readingSamples,
    get_project_overview: readingSamples,
    run_tests: {
      samples: [
        { params: { path: 'run' } },
        { name: 'one file', params: { path: 'run/a.test.js', filter: 'ok', timeout: 60, runner: 'node:test' } },
        { name: 'no tests there', params: { path: 'nope' }, expect: 'FILE_NOT_FOUND' },
      ],
      badSamples: [
        { params: { filter: '--watch' }, mentions: 'filter' },
        { params: { runner: 'make' }, mentions: 'runner' },
      ],
    },
    format_code: {
      samples: [
        { params: { paths: ['run/src'] } },
        { name: 'a path outside', params: { paths: ['../x.js'] }, expect: 'INVALID_PATH' },
      ],
      badSamples: [{ params: { paths: [] }, mentions: 'paths' }],
    },
    install_package: {
      samples: [
        { params: { packages: ['sample'], path: 'run' } },
        { name: 'an option', params: { packages: ['--global'], path: 'run' }, expect: 'PACKAGE_NOT_ALLOWED' },
      ],
      badSamples: [{ params: { packages: [] }, mentions: 'packages' }],
    },
  },
});
