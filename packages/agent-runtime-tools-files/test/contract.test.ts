import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArtifactStore } from '@ku0/agent-runtime-tools-core';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { createTestFolder, packContract, type ContractFixture } from '@ku0/agent-runtime-tools-testkit';
import { afterAll } from 'vitest';
import { filesPack } from '../src/index.ts';

const state = mkdtempSync(join(tmpdir(), 'files-state-'));
afterAll(() => rmSync(state, { recursive: true, force: true }));

const FILES = { 'a.txt': 'one\ntwo\n', 'src/b.ts': 'export {};\n', 'src/c.ts': 'export {};\n' };

/** What an earlier call of the same task has done. */
const written = async ({ tools }: ContractFixture): Promise<void> => {
  await tools.execute<string>('write_file', { path: 'a.txt', content: 'changed\n' });
};

const SAMPLE_ID = 'artifact-sample';

/** The store with one artifact whose id is known beforehand. */
function withSample(store: ArtifactStore): ArtifactStore {
  return {
    put: (text, info) => store.put(text, info),
    read: async (id, query) =>
      id === SAMPLE_ID
        ? { text: 'one\ntwo'.slice(query.offset), offset: query.offset ?? 0, total: 7 }
        : store.read(id, query),
  };
}

packContract(filesPack(), {
  folder: () => createTestFolder(FILES),
  services: (folder) => {
    const workspace = createWorkspace({ roots: [folder.path], state });
    return { workspace, artifacts: withSample(workspace.artifacts) };
  },
  callTimeoutMs: 20_000,
  settleMs: 5_000,
  samples: {
    list_directory: [
      { params: {} },
      { name: 'a folder and below', params: { path: 'src', recursive: true } },
      { name: 'a file', params: { path: 'a.txt' }, expect: 'NOT_A_DIRECTORY' },
    ],
    read_file: {
      samples: [
        { params: { path: 'a.txt' } },
        { name: 'a slice', params: { path: 'a.txt', offset: 1, limit: 1 } },
        { name: 'bytes', params: { path: 'a.txt', encoding: 'base64' } },
        { name: 'a file that is not there', params: { path: 'b.txt' }, expect: 'FILE_NOT_FOUND' },
        { name: 'a path outside', params: { path: '../state' }, expect: 'INVALID_PATH' },
      ],
      badSamples: [
        { params: {}, mentions: 'path' },
        { params: { path: 'a.txt', offset: -1 }, mentions: 'offset' },
        { params: { path: 'a.txt', limit: 0 }, mentions: 'limit' },
        { params: { path: 'a.txt', mode: 'indentation' }, mentions: 'anchorLine' },
      ],
    },
    read_artifact: {
      samples: [
        { params: { id: SAMPLE_ID } },
        { name: 'a search', params: { id: SAMPLE_ID, search: 'o' } },
        { name: 'one that is not there', params: { id: 'artifact-0' }, expect: 'ARTIFACT_NOT_FOUND' },
        { name: 'a pattern that is none', params: { id: 'artifact-0', search: '(' }, expect: 'VALIDATION_ERROR' },
      ],
      badSamples: [{ params: {}, mentions: 'id' }],
    },
    read: {
      samples: [
        { params: { file_paths: ['a.txt', 'missing.txt'] } },
        { name: 'nothing that is there', params: { file_paths: ['missing.txt'] }, expect: 'FILE_NOT_FOUND' },
      ],
      badSamples: [{ params: { file_paths: [] }, mentions: 'file_paths' }],
    },
    write_file: {
      samples: [
        { params: { path: 'new/file.txt', content: 'text\n' } },
        { name: 'an existing file', params: { path: 'a.txt', content: 'text\n' } },
        { name: 'a folder', params: { path: 'src', content: 'text\n' }, expect: 'IS_DIRECTORY' },
        {
          name: 'what is no base64',
          params: { path: 'x', content: '!', encoding: 'base64' },
          expect: 'INVALID_BASE64',
        },
      ],
      badSamples: [{ params: { path: 'a.txt' }, mentions: 'content' }],
    },
    delete_file: [
      { params: { path: 'a.txt' } },
      { name: 'a folder', params: { path: 'src', recursive: true } },
      { name: 'a folder without saying so', params: { path: 'src' }, expect: 'IS_DIRECTORY' },
    ],
    move_file: [
      { params: { from: 'a.txt', to: 'moved/b.txt' } },
      { name: 'over a file', params: { from: 'src/b.ts', to: 'src/c.ts', overwrite: true } },
      { name: 'over a file without saying so', params: { from: 'src/b.ts', to: 'src/c.ts' }, expect: 'ALREADY_EXISTS' },
    ],
    undo_change: {
      samples: [
        { params: {}, setup: written },
        { name: 'an unknown call', params: { callId: 'nobody' }, expect: 'CHANGE_NOT_FOUND' },
      ],
      badSamples: [{ params: { callId: 'a', steps: 1 }, mentions: 'callId' }],
    },
    list_changes: [{ params: { limit: 5 }, setup: written }],
  },
});
