import type { FileSystem, OpenFile } from './file-system.ts';

/** An operation that is about to run. */
export interface FileOperation {
  readonly name: FileOperationName;
  readonly path: string;
  /** Whether the operation changes the disk. */
  readonly changes: boolean;
}

export type FileOperationName = Exclude<keyof FileSystem, 'descriptorPaths'> | Exclude<keyof OpenFile, 'fd'>;

type Before = (operation: FileOperation) => void | Promise<void>;

/** A file system that calls `before` ahead of every operation. If `before` throws, the operation fails with that error. */
export function interceptFileSystem(fs: FileSystem, before: Before): FileSystem {
  const intercept = async <T>(
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
      intercept(
        'open',
        path,
        async () => interceptFile(await fs.open(path, flags, mode), path, before),
        mode !== undefined,
      ),
    lstat: (path) => intercept('lstat', path, () => fs.lstat(path)),
    readlink: (path) => intercept('readlink', path, () => fs.readlink(path)),
    realpath: (path) => intercept('realpath', path, () => fs.realpath(path)),
    readdir: (path) => intercept('readdir', path, () => fs.readdir(path)),
    mkdir: (path, mode) => intercept('mkdir', path, () => fs.mkdir(path, mode)),
    rmdir: (path) => intercept('rmdir', path, () => fs.rmdir(path)),
    rename: (from, to) => intercept('rename', to, () => fs.rename(from, to)),
    link: (from, to) => intercept('link', to, () => fs.link(from, to)),
    symlink: (target, path) => intercept('symlink', path, () => fs.symlink(target, path)),
    unlink: (path) => intercept('unlink', path, () => fs.unlink(path)),
    ...(fs.canWrite !== undefined && {
      canWrite: (folder) => intercept('canWrite', folder, async () => (await fs.canWrite?.(folder)) ?? true),
    }),
  };
}

function interceptFile(file: OpenFile, path: string, before: Before): OpenFile {
  const intercept = async <T>(name: FileOperationName, act: () => Promise<T>): Promise<T> => {
    await before({ name, path, changes: CHANGING.has(name) });
    return act();
  };
  return {
    fd: file.fd,
    stat: () => intercept('stat', () => file.stat()),
    read: (buffer, position) => intercept('read', () => file.read(buffer, position)),
    write: (data) => intercept('write', () => file.write(data)),
    chmod: (mode) => intercept('chmod', () => file.chmod(mode)),
    chown: (uid, gid) => intercept('chown', () => file.chown(uid, gid)),
    sync: () => intercept('sync', () => file.sync()),
    // Even a failing close releases the descriptor, as on Linux.
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
