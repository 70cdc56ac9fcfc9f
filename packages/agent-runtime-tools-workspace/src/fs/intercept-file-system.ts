import type { FileSystem, OpenFile } from './file-system.ts';

/** One operation about to be made. */
export interface FileOperation {
  readonly name: FileOperationName;
  readonly path: string;
  /** False for operations that leave the disk as it is. */
  readonly changes: boolean;
}

export type FileOperationName = Exclude<keyof FileSystem, 'descriptorPaths'> | Exclude<keyof OpenFile, 'fd'>;

type Before = (operation: FileOperation) => void | Promise<void>;

/** A file system that calls `before` ahead of every operation. What it throws is the operation's failure. */
export function interceptFileSystem(fs: FileSystem, before: Before): FileSystem {
  const ahead = async <T>(
    name: FileOperationName,
    path: string,
    act: () => Promise<T>,
    changes = CHANGING.has(name),
  ): Promise<T> => {
    await before({ name, path, changes });
    return act();
  };
  return {
    descriptorPaths: fs.descriptorPaths,
    open: (path, flags, mode) =>
      ahead(
        'open',
        path,
        async () => interceptFile(await fs.open(path, flags, mode), path, before),
        mode !== undefined,
      ),
    lstat: (path) => ahead('lstat', path, () => fs.lstat(path)),
    readlink: (path) => ahead('readlink', path, () => fs.readlink(path)),
    realpath: (path) => ahead('realpath', path, () => fs.realpath(path)),
    readdir: (path) => ahead('readdir', path, () => fs.readdir(path)),
    mkdir: (path, mode) => ahead('mkdir', path, () => fs.mkdir(path, mode)),
    rmdir: (path) => ahead('rmdir', path, () => fs.rmdir(path)),
    rename: (from, to) => ahead('rename', to, () => fs.rename(from, to)),
    link: (from, to) => ahead('link', to, () => fs.link(from, to)),
    symlink: (target, path) => ahead('symlink', path, () => fs.symlink(target, path)),
    unlink: (path) => ahead('unlink', path, () => fs.unlink(path)),
    ...(fs.canWrite !== undefined && {
      canWrite: (folder) => ahead('canWrite', folder, async () => (await fs.canWrite?.(folder)) ?? true),
    }),
  };
}

function interceptFile(file: OpenFile, path: string, before: Before): OpenFile {
  const ahead = async <T>(name: FileOperationName, act: () => Promise<T>): Promise<T> => {
    await before({ name, path, changes: CHANGING.has(name) });
    return act();
  };
  return {
    fd: file.fd,
    stat: () => ahead('stat', () => file.stat()),
    read: (buffer, position) => ahead('read', () => file.read(buffer, position)),
    write: (data) => ahead('write', () => file.write(data)),
    chmod: (mode) => ahead('chmod', () => file.chmod(mode)),
    chown: (uid, gid) => ahead('chown', () => file.chown(uid, gid)),
    sync: () => ahead('sync', () => file.sync()),
    // A failing close still gives the descriptor back, as it does on Linux.
    async close() {
      try {
        await before({ name: 'close', path, changes: false });
      } finally {
        await file.close();
      }
    },
  };
}

const CHANGING: ReadonlySet<FileOperationName> = new Set([
  'mkdir',
  'rmdir',
  'rename',
  'link',
  'symlink',
  'unlink',
  'write',
  'chmod',
  'chown',
]);
