import { createTestFolder, packContract } from '@ku0/agent-runtime-tools-testkit';
import { createWorkspace } from '@ku0/agent-runtime-tools-workspace';
import { afterAll, describe } from 'vitest';
import { gitPack } from '../src/index.ts';
import { commitAll, FILES, git, hasGit, initRepository } from './git-for-test.ts';

const state = await createTestFolder();
afterAll(() => state.remove());

async function repository() {
  const folder = await createTestFolder(FILES);
  initRepository(folder.path);
  commitAll(folder.path, 'First');
  await folder.write('a.txt', 'one\n2\nthree\n');
  await folder.write('new.txt', 'new\n');
  await folder.write('staged.txt', 'staged\n');
  git(folder.path, ['add', 'staged.txt']);
  git(folder.path, ['branch', 'side']);
  git(folder.path, ['init', '-q', '--bare', '.git/remote.git']);
  git(folder.path, ['remote', 'add', 'origin', './.git/remote.git']);
  return folder;
}

describe.skipIf(!hasGit)('with git', () => {
  packContract(
    gitPack({ env: { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }, pushProtocols: ['file'] }),
    {
      folder: repository,
      services: (folder) => {
        const workspace = createWorkspace({ roots: [folder.path], state: state.path });
        return { workspace, artifacts: workspace.artifacts };
      },
      callTimeoutMs: 20_000,
      settleMs: 5_000,
      samples: {
        git_status: {
          samples: [
            { params: {} },
            { name: 'one folder', params: { paths: ['src'], untracked: 'none', limit: 1 } },
            { name: 'a path outside', params: { paths: ['../other'] }, expect: 'INVALID_PATH' },
            { name: 'a folder outside', params: { repository: '..' }, expect: 'INVALID_PATH' },
          ],
          badSamples: [{ params: { limit: 0 }, mentions: 'limit' }],
        },
        git_diff: {
          samples: [
            { params: {} },
            { name: 'staged', params: { staged: true } },
            { name: 'since a commit', params: { from: 'HEAD', paths: ['a.txt'], contextLines: 0 } },
            { name: 'no such commit', params: { from: 'nothing' }, expect: 'UNKNOWN_REVISION' },
            { name: 'only to', params: { to: 'HEAD' }, expect: 'VALIDATION_ERROR' },
          ],
          badSamples: [{ params: { from: '--output=x' }, mentions: 'from' }],
        },
        git_log: {
          samples: [
            { params: {} },
            { name: 'filtered', params: { author: 'ada', message: 'first', paths: ['a.txt'], limit: 1, offset: 0 } },
            { name: 'no such commit', params: { revision: 'nothing' }, expect: 'UNKNOWN_REVISION' },
          ],
          badSamples: [{ params: { revision: '--all' }, mentions: 'revision' }],
        },
        git_show: {
          samples: [
            { params: {} },
            { name: 'a file', params: { file: 'a.txt', limit: 1 } },
            { name: 'no such file', params: { file: 'none.txt' }, expect: 'FILE_NOT_FOUND' },
          ],
          badSamples: [{ params: { revision: '-p' }, mentions: 'revision' }],
        },
        git_blame: {
          samples: [
            { params: { path: 'a.txt' } },
            { name: 'some lines', params: { path: 'a.txt', startLine: 2, limit: 1, revision: 'HEAD' } },
            { name: 'too far', params: { path: 'a.txt', startLine: 99 }, expect: 'LINE_OUT_OF_RANGE' },
            { name: 'an untracked file', params: { path: 'new.txt' }, expect: 'FILE_NOT_FOUND' },
          ],
          badSamples: [{ params: {}, mentions: 'path' }],
        },
        git_add: {
          samples: [
            { params: { paths: ['.'] } },
            { name: 'unstage', params: { paths: ['staged.txt'], unstage: true } },
            { name: 'no such file', params: { paths: ['none.txt'] }, expect: 'FILE_NOT_FOUND' },
          ],
          badSamples: [{ params: { paths: [] }, mentions: 'paths' }],
        },
        git_commit: {
          samples: [
            { params: { message: 'Second', allowEmpty: true } },
            { name: 'amend', params: { message: 'Again', amend: true } },
          ],
          badSamples: [{ params: { message: ' ' }, mentions: 'message' }],
        },
        git_branch: {
          samples: [
            { params: {} },
            { name: 'delete', params: { action: 'delete', name: 'side' } },
            { name: 'taken', params: { action: 'create', name: 'main' }, expect: 'BRANCH_EXISTS' },
          ],
          badSamples: [{ params: { action: 'create', name: '-f' }, mentions: 'name' }],
        },
        git_checkout: {
          samples: [
            { params: { branch: 'side' } },
            { name: 'files', params: { paths: ['a.txt'], discard: true } },
            { name: 'changed files', params: { paths: ['a.txt'] }, expect: 'WORK_WOULD_BE_LOST' },
          ],
          badSamples: [{ params: { branch: '-f' }, mentions: 'branch' }],
        },
        git_stash: {
          samples: [
            { params: {} },
            { name: 'push', params: { action: 'push', message: 'x', includeUntracked: true } },
            { name: 'no stash', params: { action: 'pop' }, expect: 'UNKNOWN_REVISION' },
          ],
          badSamples: [{ params: { action: 'drop', stash: -1 }, mentions: 'stash' }],
        },
        git_push: {
          samples: [{ params: {} }, { name: 'no such remote', params: { remote: 'none' }, expect: 'UNKNOWN_REMOTE' }],
          badSamples: [{ params: { remote: '--all' }, mentions: 'remote' }],
        },
      },
    },
  );
});
