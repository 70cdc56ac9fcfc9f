import { constants } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MemoryFileSystem, nodeFileSystem, type FileSystem, type OpenFile } from '../../src/index.ts';
import { temporaryFolder } from '../temporary-workspace.ts';

/** What a case does. `at` gives the absolute path of a name in the folder that both file systems have. */
type Case = (fs: FileSystem, at: (name: string) => string) => Promise<unknown>;

async function withOpen<T>(fs: FileSystem, path: string, use: (file: OpenFile) => Promise<T>, flags = 0): Promise<T> {
  const file = await fs.open(path, flags, 0o644);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

async function write(fs: FileSystem, path: string, text: string): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
  await withOpen(fs, path, (file) => file.write(Buffer.from(text)), flags);
}

function read(fs: FileSystem, path: string): Promise<string> {
  return withOpen(fs, path, async (file) => {
    const buffer = Buffer.alloc(100);
    return buffer.subarray(0, await file.read(buffer, 0)).toString();
  });
}

/** A file, a link to it, a folder with a file, an empty folder, and links that lead nowhere or in a circle. */
async function prepare(fs: FileSystem, base: string): Promise<void> {
  for (const folder of ['folder', 'folder/deep', 'empty']) await fs.mkdir(`${base}/${folder}`, 0o755);
  await write(fs, `${base}/file`, 'text');
  await write(fs, `${base}/folder/inner`, 'inner');
  await fs.symlink('file', `${base}/link`);
  await fs.symlink(`${base}/folder/deep`, `${base}/absolute`);
  await fs.symlink('nowhere', `${base}/dangling`);
  await fs.symlink('circle', `${base}/circle`);
}

/** The value of a case, or the system code it fails with, and the names that are there afterwards. */
async function run(fs: FileSystem, base: string, work: Case): Promise<unknown> {
  await prepare(fs, base);
  const result = await work(fs, (name) => `${base}/${name}`).catch((error: unknown) => systemCodeOf(error));
  const value = typeof result === 'string' ? result.replace(base, 'BASE') : result;
  const names = async (folder: string): Promise<string[]> =>
    (await fs.readdir(`${base}/${folder}`)).map(({ name, kind }) => `${folder}/${name} ${kind}`).toSorted();
  return [value, await names('.'), await names('folder').catch(() => [])];
}

function systemCodeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : error;
}

const CASES: Record<string, Case> = {
  'opens a missing file': (fs, at) => fs.open(at('missing'), constants.O_RDONLY),
  'creates a file in a missing folder': (fs, at) => write(fs, at('missing/file'), 'x'),
  'creates a file where one is': (fs, at) => write(fs, at('file'), 'x'),
  'creates a file and reads it': (fs, at) => write(fs, at('new'), 'new').then(() => read(fs, at('new'))),
  'creates a file through a dangling link': (fs, at) =>
    withOpen(fs, at('dangling'), (file) => file.write(Buffer.from('x')), constants.O_WRONLY | constants.O_CREAT),
  'opens a link': (fs, at) => read(fs, at('link')),
  'opens a link without following it': (fs, at) => fs.open(at('link'), constants.O_NOFOLLOW),
  'opens a file as a folder': (fs, at) => fs.open(at('file'), constants.O_DIRECTORY),
  'reads a folder as a file': (fs, at) => read(fs, at('folder')),
  'reads through a circle of links': (fs, at) => read(fs, at('circle')),
  'reads behind a dangling link': (fs, at) => read(fs, at('dangling/x')),
  'reads below a file': (fs, at) => read(fs, at('file/x')),
  'reads below a missing folder': (fs, at) => read(fs, at('missing/x')),
  'goes up behind a link': (fs, at) => read(fs, at('absolute/../inner')),
  'goes up behind a missing name': (fs, at) => read(fs, at('missing/../file')),
  'reads a link': (fs, at) => fs.readlink(at('link')),
  'reads a file as a link': (fs, at) => fs.readlink(at('file')),
  'finds the real path of a link': (fs, at) => fs.realpath(at('absolute/../inner')),
  'finds the real path of a missing file': (fs, at) => fs.realpath(at('missing')),
  'looks at a link': async (fs, at) => {
    const { kind, size } = await fs.lstat(at('link'));
    return [kind, size];
  },
  'looks at a link to a folder as a folder': async (fs, at) => (await fs.lstat(`${at('absolute')}/`)).kind,
  'looks at a missing file': (fs, at) => fs.lstat(at('missing')),
  'lists a file': (fs, at) => fs.readdir(at('file')),
  'makes a folder where a file is': (fs, at) => fs.mkdir(at('file')),
  'makes a link where a file is': (fs, at) => fs.symlink('x', at('file')),
  'removes an empty folder': (fs, at) => fs.rmdir(at('empty')),
  'removes a full folder': (fs, at) => fs.rmdir(at('folder')),
  'removes a file as a folder': (fs, at) => fs.rmdir(at('file')),
  'removes a missing folder': (fs, at) => fs.rmdir(at('missing')),
  'removes a file': (fs, at) => fs.unlink(at('file')),
  'removes a link, not its target': (fs, at) => fs.unlink(at('absolute')),
  'removes a folder as a file': (fs, at) => fs.unlink(at('empty')),
  'removes a missing file': (fs, at) => fs.unlink(at('missing')),
  'renames a file': (fs, at) => fs.rename(at('file'), at('folder/file')).then(() => read(fs, at('folder/file'))),
  'renames a file onto another': (fs, at) =>
    fs.rename(at('file'), at('folder/inner')).then(() => read(fs, at('folder/inner'))),
  'renames a missing file': (fs, at) => fs.rename(at('missing'), at('file')),
  'renames a file onto itself': (fs, at) => fs.rename(at('file'), at('file')),
  'renames a file onto a folder': (fs, at) => fs.rename(at('file'), at('empty')),
  'renames a folder onto a file': (fs, at) => fs.rename(at('empty'), at('file')),
  'renames a folder onto an empty one': (fs, at) => fs.rename(at('folder'), at('empty')),
  'renames a folder onto a full one': (fs, at) => fs.rename(at('empty'), at('folder')),
  'renames a folder into itself': (fs, at) => fs.rename(at('folder'), at('folder/deep/folder')),
  'links a file': async (fs, at) => {
    await fs.link(at('file'), at('second'));
    const both = (await fs.lstat(at('second'))).links;
    await fs.unlink(at('second'));
    return [both, (await fs.lstat(at('file'))).links];
  },
  'links a folder': (fs, at) => fs.link(at('folder'), at('second')),
  'links a missing file': (fs, at) => fs.link(at('missing'), at('second')),
  'links a file where one is': (fs, at) => fs.link(at('file'), at('folder/inner')),
  'writes in pieces and reads from a position': (fs, at) =>
    withOpen(
      fs,
      at('pieces'),
      async (file) => {
        await file.write(Buffer.from('one '));
        await file.write(Buffer.from('two'));
        await file.chmod(0o600);
        const buffer = Buffer.alloc(10);
        const length = await file.read(buffer, 4);
        const { size, mode, kind } = await file.stat();
        return [buffer.toString('utf8', 0, length), size, mode & 0o777, kind];
      },
      constants.O_RDWR | constants.O_CREAT,
    ),
};

describe.runIf(process.platform === 'linux')('the file system in memory', () => {
  it.each(Object.entries(CASES))('does as the disk does when somebody %s', async (_, work) => {
    const onDisk = await run(nodeFileSystem, temporaryFolder(), work);
    const memory = new MemoryFileSystem({ '/base/': '' });
    expect(await run(memory, '/base', work)).toEqual(onDisk);
  });

  it('notices a change by the time of a file', async () => {
    const fs = new MemoryFileSystem({ '/file': 'a' });
    const before = (await fs.lstat('/file')).modifiedNs;
    await withOpen(fs, '/file', (file) => file.write(Buffer.from('b')));
    expect((await fs.lstat('/file')).modifiedNs).not.toBe(before);
    await withOpen(fs, '/file', (file) => file.chown(7, 8));
    expect(await fs.lstat('/file')).toMatchObject({ uid: 7, gid: 8, size: 2 });
  });

  it('creates files and folders that only their owner may write to', async () => {
    const fs = new MemoryFileSystem();
    await fs.mkdir('/folder');
    await withOpen(fs, '/file', () => Promise.resolve(), constants.O_CREAT);
    expect([(await fs.lstat('/folder')).mode, (await fs.lstat('/file')).mode]).toEqual([0o755, 0o644]);
  });
});
