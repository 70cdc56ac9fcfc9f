import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestFolder, packContract } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { afterAll } from 'vitest';
import { searchPack } from '../src/index.ts';

const FILES = { 'src/a.ts': 'export const one = 1;\n', 'README.md': '# one\n' };
const state = await mkdtemp(join(tmpdir(), 'search-contract-'));
afterAll(() => rm(state, { recursive: true, force: true }));

packContract(searchPack(), {
  folder: () => createTestFolder(FILES),
  services: ({ path }) => ({ workspace: createWorkspace({ roots: [path], state }) }),
  samples: {
    glob: [
      { params: { pattern: '**/*.ts' } },
      { name: 'a folder that is not there', params: { pattern: '*', path: 'nope' }, expect: 'FILE_NOT_FOUND' },
    ],
    grep: {
      samples: [
        { params: { pattern: 'one' } },
        { name: 'several lines', params: { pattern: 'one\\s+=', multiline: true } },
        { name: 'an invalid pattern', params: { pattern: 'one(' }, expect: 'INVALID_PATTERN' },
      ],
      badSamples: [{ params: { pattern: 'one', limit: 'many' }, mentions: 'limit' }],
    },
  },
});
