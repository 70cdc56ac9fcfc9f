import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../src/read/estimate-tokens.ts';
import { temporaryFiles, valueOf } from '../temporary-files.ts';

describe('read', () => {
  it('returns several files, each under its name, with line numbers six wide and a tab', async () => {
    const { tools } = temporaryFiles({ 'a.txt': 'one\ntwo\n', 'src/b.ts': 'x' });
    const value = valueOf(await tools.execute('read', { file_paths: ['a.txt', './src/b.ts'] }));
    expect(value).toMatchObject({ files_read: 2, files_failed: 0 });
    expect(value.content).toBe('=== a.txt ===\n     1\tone\n     2\ttwo\n\n=== src/b.ts ===\n     1\tx');
  });

  it('returns all lines for limit 0, else the first ones, and says how to continue', async () => {
    const { tools } = temporaryFiles({ 'a.txt': 'one\ntwo\nthree\n' });
    const all = valueOf(await tools.execute('read', { file_paths: ['a.txt'], limit: 0 }));
    expect(all.content.split('\n')).toHaveLength(4);
    const some = valueOf(await tools.execute('read', { file_paths: ['a.txt'], limit: 1, offset: 2 }));
    expect(some.content).toBe('=== a.txt ===\n     2\ttwo\n[lines 2 to 2 of 3; read on with offset 3]');
  });

  it('reports which of several files it is reading', async () => {
    const { tools } = temporaryFiles({ 'a.txt': '1', 'b.txt': '2' });
    const seen: string[] = [];
    tools.activity.subscribe('tool_progress', ({ data }) => seen.push(`${data.done}/${data.total} ${data.message}`));
    await tools.execute('read', { file_paths: ['a.txt'] });
    expect(seen).toEqual([]);
    await tools.execute('read', { file_paths: ['a.txt', 'b.txt'] });
    expect(seen).toEqual(['0/2 a.txt', '1/2 b.txt']);
  });

  it('counts a negative offset from the end', async () => {
    const { tools } = temporaryFiles({ 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'only' });
    const value = valueOf(await tools.execute('read', { file_paths: ['a.txt', 'b.txt'], offset: -2 }));
    expect(value.content).toBe('=== a.txt ===\n     2\ttwo\n     3\tthree\n\n=== b.txt ===\n     1\tonly');
  });

  it('reads the others when one cannot be read, and puts its error in its place', async () => {
    const { tools } = temporaryFiles({ 'a.txt': 'one', 'c.bin': Buffer.from([0, 1]), 'd/e': '' });
    const result = await tools.execute('read', { file_paths: ['b.txt', 'a.txt', 'c.bin', 'd', '../x'] });
    const value = valueOf(result);
    expect(value).toMatchObject({ files_read: 1, files_failed: 4 });
    expect(value.failures?.map(({ code }) => code)).toEqual([
      'FILE_NOT_FOUND',
      'BINARY_FILE',
      'IS_DIRECTORY',
      'INVALID_PATH',
    ]);
    expect(value.content).toContain('=== b.txt ===\nError FILE_NOT_FOUND: b.txt does not exist. Did you mean a.txt?');
    expect(value.content).toContain('=== a.txt ===\n     1\tone');
  });

  it('fails when nothing could be read', async () => {
    const { tools } = temporaryFiles();
    expect(await tools.execute('read', { file_paths: ['a', 'b'] })).toMatchObject({
      ok: false,
      error: { code: 'FILE_NOT_FOUND', message: 'No file could be read. a does not exist. b does not exist.' },
    });
  });

  it('says that a file is empty and that a line is beyond the end', async () => {
    const { tools } = temporaryFiles({ empty: '', 'a.txt': 'one' });
    const value = valueOf(await tools.execute('read', { file_paths: ['empty', 'a.txt'], offset: 9 }));
    expect(value.content).toBe(
      '=== empty ===\n[empty file]\n\n=== a.txt ===\n[there is no line 9: the file has 1 lines]',
    );
  });

  it('compares the estimated tokens with the limit, and counts only what it would return', async () => {
    const { tools } = temporaryFiles(
      { 'large.txt': 'some words in a line\n'.repeat(2000), 'small.txt': 'a\n' },
      { pack: { read: { maxTokens: 500 } } },
    );
    const large = await tools.execute('read', { file_paths: ['large.txt'] });
    expect(large).toMatchObject({ ok: false, error: { code: 'TOO_LARGE', details: { maxTokens: 500 } } });
    expect(large.ok ? '' : large.error.suggestion).toContain('it has 2000 lines');
    const part = valueOf(await tools.execute('read', { file_paths: ['large.txt'], limit: 20, offset: 1000 }));
    expect(part.estimated_tokens).toBeLessThanOrEqual(500);
    const both = valueOf(await tools.execute('read', { file_paths: ['large.txt', 'small.txt'] }));
    expect(both).toMatchObject({ files_read: 1, files_failed: 1 });
    const twice = valueOf(await tools.execute('read', { file_paths: ['large.txt', 'large.txt'], limit: 40 }));
    expect(twice).toMatchObject({ files_read: 1, files_failed: 1 });
    expect(twice.failures?.[0]?.message).toMatch(/would take about \d+ tokens; \d+ are left of 500/);
  });

  it('records for the task only what it returned', async () => {
    const { tools, workspace, root } = temporaryFiles({ 'a.txt': 'one\ntwo\nthree\n' });
    await tools.execute('read', { file_paths: ['a.txt'], offset: 2, limit: 1 }, { taskId: 'reader' });
    expect(workspace.tracker.seen({ principalId: '', taskId: 'reader' }, join(root, 'a.txt'))?.lines).toEqual([[1, 2]]);
  });
});

describe('the estimate of tokens', () => {
  it.each([
    ['', 0, 0],
    ['The quick brown fox jumps over the lazy dog', 9, 14],
    ['if (a[0] !== b[1]) { return x.y.z; }', 12, 24],
    ['素早い茶色の狐は怠け者の犬を飛び越える', 15, 25],
  ])('of %j is near what models count', (text, least, most) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(least);
    expect(estimateTokens(text)).toBeLessThanOrEqual(most);
  });
});
