import { constants, existsSync, fsync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { promisify } from 'node:util';
import { fileKindOf, fileStatOf } from './file-stat-of.ts';
import type { FileSystem, OpenFile } from './file-system.ts';

/** The machine's own file system. */
export const nodeFileSystem: FileSystem = {
  descriptorPaths: process.platform === 'linux' && existsSync('/proc/self/fd'),
  async open(path, flags, mode) {
    return openFile(await fs.open(path, flags, mode));
  },
  async lstat(path) {
    return fileStatOf(await fs.lstat(path, { bigint: true }));
  },
  readlink: (path) => fs.readlink(path),
  realpath: (path) => fs.realpath(path),
  async readdir(path) {
    const entries = await fs.readdir(path, { withFileTypes: true });
    return entries.map((entry) => ({ name: entry.name, kind: fileKindOf(entry) }));
  },
  async mkdir(path, mode) {
    await fs.mkdir(path, { mode });
  },
  rmdir: (path) => fs.rmdir(path),
  rename: (from, to) => fs.rename(from, to),
  link: (from, to) => fs.link(from, to),
  symlink: (target, path) => fs.symlink(target, path),
  unlink: (path) => fs.unlink(path),
  canWrite: (folder) =>
    fs.access(folder, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    ),
};

function openFile(handle: fs.FileHandle): OpenFile {
  return {
    fd: handle.fd,
    async stat() {
      return fileStatOf(await handle.stat({ bigint: true }));
    },
    async read(buffer, position) {
      return (await handle.read(buffer, 0, buffer.byteLength, position)).bytesRead;
    },
    async write(data) {
      for (let done = 0; done < data.byteLength;) done += (await handle.write(data, done)).bytesWritten;
    },
    chmod: (mode) => handle.chmod(mode),
    chown: (uid, gid) => handle.chown(uid, gid),
    // Under Yarn's Plug'n'Play, open files have no working `sync`.
    sync: () => syncDescriptor(handle.fd),
    close: () => handle.close(),
  };
}

const syncDescriptor = promisify(fsync);
