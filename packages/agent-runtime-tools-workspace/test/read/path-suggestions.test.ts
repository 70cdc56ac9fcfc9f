import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { withPathSuggestions } from '../../src/index.ts';
import { workspaceErrors } from '../../src/errors.ts';
import { temporaryWorkspace } from '../temporary-workspace.ts';

const FILES = {
  'README.md': '',
  'src/index.ts': '',
  'src/config.json': '',
  'notes/one.ts': '',
  'notes/one.txt': '',
  'src/render/text.ts': '',
  '.toolignore': 'secrets\n',
  'secrets/index.ts': '',
};

/** What is suggested in place of a path that is read. */
async function nearestTo(path: string, files: Readonly<Record<string, string>> = FILES) {
  const { workspace } = temporaryWorkspace(files);
  return failureOf(withPathSuggestions(workspace, () => workspace.readText(path)));
}

async function failureOf(work: Promise<unknown>) {
  try {
    await work;
    return 'ok';
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const { code, suggestion, details } = error.error;
    return { code, suggestion, nearest: details?.['nearest'] };
  }
}

describe('a path that does not exist', () => {
  it.each([
    ['READNE.md', ['README.md']],
    ['src/indx.ts', ['src/index.ts']],
    ['scr/index.ts', ['src/index.ts']],
    ['scr/indx.ts', ['src/index.ts']],
    ['src/rendr/txt.ts', ['src/render/text.ts']],
    ['src/confg.json', ['src/config.json']],
    ['notes/one.tx', ['notes/one.ts', 'notes/one.txt']],
    ['src/indx.ts/', ['src/index.ts']],
  ])('%s is met with %j', async (path, nearest) => {
    expect(await nearestTo(path)).toEqual({
      code: 'FILE_NOT_FOUND',
      suggestion: `Did you mean ${nearest.join(' or ')}?`,
      nearest,
    });
  });

  it.each(['src/a.json', 'nowhere/index.ts', 'secrts/index.ts'])(
    '%s has nothing near that may be told',
    async (path) => {
      const failure = await nearestTo(path);
      expect(failure).toMatchObject({ code: 'FILE_NOT_FOUND', nearest: undefined });
      expect(Object(failure).suggestion).not.toContain('Did you mean');
    },
  );

  it('is met with three suggestions at most', async () => {
    const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((letter) => [`report-${letter}.txt`, '']));
    expect(Object(await nearestTo('report-x.txt', files)).nearest).toHaveLength(3);
  });

  it('of another kind of failure is left as it is', async () => {
    const { workspace } = temporaryWorkspace(FILES);
    const failing = (failure: ToolFailure) => failureOf(withPathSuggestions(workspace, () => Promise.reject(failure)));
    const path = 'src/indx.ts';
    const missing = (details: object) =>
      failing(new ToolFailure(workspaceErrors.FILE_NOT_FOUND({ message: 'gone', details: { ...details } })));
    expect(await missing({ path })).toMatchObject({ nearest: ['src/index.ts'] });
    expect(await missing({ path, link: 'x' })).toMatchObject({ nearest: undefined });
    expect(await missing({ path: 5 })).toMatchObject({ nearest: undefined });
    expect(await missing({})).toMatchObject({ nearest: undefined });
    const other = workspaceErrors.INVALID_PATH({ message: 'bad', details: { path } });
    expect(await failing(new ToolFailure(other))).toMatchObject({ code: 'INVALID_PATH', nearest: undefined });
    const thrown = withPathSuggestions(workspace, () => Promise.reject(new Error('fault')));
    await expect(thrown).rejects.toThrow('fault');
    expect(await withPathSuggestions(workspace, () => Promise.resolve(1))).toBe(1);
  });

  it('that a listing shows all the same is one that cannot be opened', async () => {
    const { workspace } = temporaryWorkspace({ 'caf\ufffd.txt': '', 'plain.txt': '' });
    const missing = (path: string) =>
      failureOf(
        withPathSuggestions(workspace, () =>
          Promise.reject(new ToolFailure(workspaceErrors.FILE_NOT_FOUND({ message: 'gone', details: { path } }))),
        ),
      );
    expect(await missing('caf\ufffd.txt')).toMatchObject({
      code: 'INVALID_PATH',
      suggestion: expect.stringContaining('rename'),
    });
    expect(await missing('plain.txt')).toMatchObject({ code: 'FILE_NOT_FOUND', nearest: undefined });
  });
});
