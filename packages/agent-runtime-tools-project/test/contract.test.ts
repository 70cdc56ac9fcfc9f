import { createTestFolder, packContract } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { afterAll } from 'vitest';
import { projectPack } from '../src/index.ts';
import { SHAPES } from './fixtures/project-shapes.ts';

const state = await createTestFolder();
afterAll(() => state.remove());

const readingSamples = {
  samples: [
    { params: {} },
    { name: 'a member of the workspace', params: { path: 'packages/b' } },
    { name: 'a folder that is not there', params: { path: 'nope' }, expect: 'FILE_NOT_FOUND' },
    { name: 'a path outside', params: { path: '../..' }, expect: 'INVALID_PATH' },
  ],
  badSamples: [{ params: { path: 3 }, mentions: 'path' }],
};

packContract(projectPack(), {
  folder: () => createTestFolder(SHAPES['pnpm monorepo']),
  services: ({ path }) => ({ workspace: createWorkspace({ roots: [path], state: state.path }) }),
  samples: {
    detect_project_type: readingSamples,
    extract_conventions: readingSamples,
    get_project_overview: readingSamples,
  },
});
