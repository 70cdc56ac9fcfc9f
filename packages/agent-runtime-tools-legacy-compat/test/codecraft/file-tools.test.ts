import { describe, expect, it, vi } from 'vitest';
import {
  deleteFileTool,
  editFileTool,
  listDirectoryTool,
  readFileTool,
  writeFileTool,
  type Tool,
  type ToolContext,
} from '../../src/codecraft/index.ts';
import { readFileTool as listedReadFile } from '../fixtures/codecraft/listed-read-file.ts';
import { mockContext } from './mock-context.ts';

const withoutTime = (result: object): unknown =>
  JSON.parse(JSON.stringify(result).replace(/"executionTimeMs":\d+/, '"executionTimeMs":0'));
const yes = (): Promise<boolean> => Promise.resolve(true);
const no = (): Promise<boolean> => Promise.resolve(false);
const cancelled = { success: false, error: { code: 'USER_CANCELLED', message: 'User cancelled the operation.' } };

describe('read_file', () => {
  const listed: Tool = listedReadFile;
  const contexts: [string, () => ToolContext][] = [
    ['a file', () => mockContext({ 'a.txt': 'one\ntwo\nthree\n' })],
    ['no file', () => mockContext({})],
    [
      'a file that cannot be read',
      () => ({ ...mockContext({}), fs: { ...mockContext({}).fs, existsSync: () => true } }),
    ],
  ];

  it.each(contexts)('answers as the older tool does about %s', async (_, context) => {
    for (const params of [
      { path: 'a.txt' },
      { path: 'a.txt', offset: 1 },
      { path: 'a.txt', offset: 1, limit: 1 },
      { path: 'a.txt', limit: 2 },
      { path: 'a.txt', offset: 99 },
    ]) {
      const [mine, old] = [await readFileTool.execute(params, context()), await listed.execute(params, context())];
      expect(withoutTime(mine)).toEqual(withoutTime(old));
    }
  });

  it.each([
    {},
    { path: 5 },
    { path: '' },
    { path: 'a', offset: 'x', limit: 'y' },
    { path: 'a', offset: -1, limit: 0 },
    { path: 'a', offset: 0, limit: 10 },
    { offset: -1, limit: -1 },
  ])('checks %j with the same sentences', (params) => {
    expect(readFileTool.validate?.(params)).toEqual(listed.validate?.(params));
  });

  it('describes itself in the same way', () => {
    const { name, description, version, parameters, capabilities } = listed;
    expect(readFileTool).toMatchObject({ name, description, version, parameters, capabilities });
  });

  it('calls the functions of the context with the given path and the old arguments', async () => {
    const context = mockContext({ './odd/../a.txt': 'x' });
    await readFileTool.execute({ path: './odd/../a.txt' }, context);
    expect(context.fs.existsSync).toHaveBeenCalledExactlyOnceWith('./odd/../a.txt');
    expect(context.fs.readFileSync).toHaveBeenCalledExactlyOnceWith('./odd/../a.txt', 'utf-8');
  });

  it('refuses parameters that are no object', () => {
    expect(readFileTool.validate?.(null)).toMatchObject({ valid: false });
  });
});

describe('write_file', () => {
  it('creates a file without a question', async () => {
    const confirm = vi.fn(no);
    const context = mockContext({}, { confirm });
    const result = await writeFileTool.execute({ path: 'a.txt', content: 'hällo' }, context);
    expect(result).toMatchObject({ success: true, metadata: { bytesWritten: 6, filesAccessed: ['a.txt'] } });
    expect(context.fs.writeFileSync).toHaveBeenCalledExactlyOnceWith('a.txt', 'hällo');
    expect(confirm).not.toHaveBeenCalled();
  });

  it('asks with a diff before it overwrites', async () => {
    const confirm = vi.fn(no);
    const context = mockContext({ 'a.txt': 'old\n' }, { confirm });
    await expect(writeFileTool.execute({ path: 'a.txt', content: 'new\n' }, context)).resolves.toEqual(cancelled);
    expect(confirm).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/-old\n\+new\n/));
    expect(context.fs.writeFileSync).not.toHaveBeenCalled();
    await expect(
      writeFileTool.execute({ path: 'a.txt', content: 'new\n' }, { ...context, confirm: yes }),
    ).resolves.toMatchObject({ success: true });
    expect(context.fs.writeFileSync).toHaveBeenCalledExactlyOnceWith('a.txt', 'new\n');
  });

  it('overwrites without a question if there is nobody to ask', async () => {
    const context = mockContext({ 'a.txt': 'old' });
    await expect(writeFileTool.execute({ path: 'a.txt', content: '' }, context)).resolves.toMatchObject({
      success: true,
    });
    expect(context.fs.readFileSync).not.toHaveBeenCalled();
  });

  it('reports what the disk says', async () => {
    const context = mockContext({});
    vi.mocked(context.fs.writeFileSync).mockImplementation(() => {
      throw new Error('EACCES: a.txt');
    });
    await expect(writeFileTool.execute({ path: 'a.txt', content: '' }, context)).resolves.toMatchObject({
      success: false,
      error: { code: 'WRITE_ERROR', message: 'EACCES: a.txt', details: { path: 'a.txt' } },
    });
  });

  it('shows what it would do without doing it', async () => {
    const context = mockContext({ 'a.txt': 'old\n' });
    const result = await writeFileTool.dryRun?.({ path: 'a.txt', content: 'new\n' }, context);
    expect(result).toMatchObject({ success: true, data: expect.stringContaining('+new') });
    expect(context.fs.writeFileSync).not.toHaveBeenCalled();
  });

  it('requires a path and a content, which may be empty', () => {
    expect(writeFileTool.validate?.({})).toEqual({
      valid: false,
      errors: ['path is required and must be a string', 'content is required and must be a string'],
    });
    expect(writeFileTool.validate?.({ path: 'a', content: '' })).toEqual({ valid: true, errors: [] });
  });
});

describe('edit_file', () => {
  const params = { path: 'a.txt', old_string: 'x', new_string: '$& y' };

  it('replaces the first occurrence, literally', async () => {
    const context = mockContext({ 'a.txt': 'x x' }, { confirm: yes });
    await expect(editFileTool.execute(params, context)).resolves.toMatchObject({ success: true });
    expect(context.fs.writeFileSync).toHaveBeenCalledExactlyOnceWith('a.txt', '$& y x');
  });

  it.each([
    { oldString: 'x', newString: 'y' },
    { old_text: 'x', new_text: 'y' },
    { search: 'x', replace: 'y' },
  ])('takes its texts as %j too', async (texts) => {
    const context = mockContext({ 'a.txt': 'x' });
    expect(editFileTool.validate?.({ path: 'a.txt', ...texts })).toEqual({ valid: true, errors: [] });
    await editFileTool.execute({ path: 'a.txt', ...texts }, context);
    expect(context.fs.writeFileSync).toHaveBeenCalledExactlyOnceWith('a.txt', 'y');
    expect(editFileTool.validate?.({ path: 'a.txt' })).toEqual({
      valid: false,
      errors: ['old_string is required and must be a string', 'new_string is required and must be a string'],
    });
  });

  it('asks, and changes nothing without consent', async () => {
    const confirm = vi.fn(no);
    const context = mockContext({ 'a.txt': 'x' }, { confirm });
    await expect(editFileTool.execute(params, context)).resolves.toEqual(cancelled);
    expect(confirm).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('-x'));
    expect(context.fs.writeFileSync).not.toHaveBeenCalled();
  });

  it('fails without the file or the text', async () => {
    await expect(editFileTool.execute(params, mockContext({}))).resolves.toEqual({
      success: false,
      error: { code: 'FILE_NOT_FOUND', message: 'File not found: a.txt' },
    });
    await expect(editFileTool.execute(params, mockContext({ 'a.txt': 'abc' }))).resolves.toMatchObject({
      success: false,
      error: { code: 'TEXT_NOT_FOUND' },
    });
  });
});

describe('delete_file', () => {
  it('asks and deletes', async () => {
    const confirm = vi.fn(yes);
    const context = mockContext({ 'a.txt': '' }, { confirm });
    await expect(deleteFileTool.execute({ path: 'a.txt' }, context)).resolves.toMatchObject({ success: true });
    expect(confirm).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('a.txt'));
    expect(context.fs.unlinkSync).toHaveBeenCalledExactlyOnceWith('a.txt');
  });

  it('deletes nothing without consent, and no file that is not there', async () => {
    const context = mockContext({ 'a.txt': '' }, { confirm: no });
    await expect(deleteFileTool.execute({ path: 'a.txt' }, context)).resolves.toEqual(cancelled);
    await expect(deleteFileTool.execute({ path: 'b.txt' }, context)).resolves.toMatchObject({
      error: { code: 'FILE_NOT_FOUND', message: 'File not found: b.txt' },
    });
    expect(context.fs.unlinkSync).not.toHaveBeenCalled();
  });
});

describe('list_directory', () => {
  it('lists names and folders, sorted', async () => {
    const context = mockContext({});
    vi.mocked(context.fs.existsSync).mockReturnValue(true);
    vi.mocked(context.fs.readdirSync).mockReturnValue([
      { name: 'src', isDirectory: () => true },
      { name: 'a.txt', isDirectory: () => false },
      'plain',
      'folder',
    ]);
    vi.mocked(context.fs.statSync).mockImplementation((path) => ({ isDirectory: () => path === 'sub/folder' }));
    await expect(listDirectoryTool.execute({ path: 'sub' }, context)).resolves.toMatchObject({
      success: true,
      data: ['a.txt', 'folder/', 'plain', 'src/'],
    });
    expect(context.fs.readdirSync).toHaveBeenCalledExactlyOnceWith('sub', { withFileTypes: true });
  });

  it('fails for a folder that is not there', async () => {
    const context = mockContext({});
    vi.mocked(context.fs.existsSync).mockReturnValue(false);
    await expect(listDirectoryTool.execute({ path: 'gone' }, context)).resolves.toMatchObject({
      error: { code: 'FILE_NOT_FOUND' },
    });
  });
});
