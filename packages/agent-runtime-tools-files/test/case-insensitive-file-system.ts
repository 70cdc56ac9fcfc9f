import type { FileSystem } from '@ku0/agent-runtime-tools-workspace';

/** A file system that finds names whatever their case, and keeps the case they were made with: as on macOS and Windows. */
export function caseInsensitive(fs: FileSystem): FileSystem {
  /** The path with each name as it stands on disk. */
  const found = async (path: string): Promise<string> => {
    let real = '';
    for (const name of path.split('/').slice(1)) real = `${real}/${await nameOnDisk(fs, real || '/', name)}`;
    return real || '/';
  };
  /** The same, but the last name as given: it is about to be made. */
  const target = async (path: string): Promise<string> => {
    const at = path.lastIndexOf('/');
    return `${await found(path.slice(0, at) || '/')}/${path.slice(at + 1)}`.replace('//', '/');
  };
  return {
    descriptorPaths: false,
    open: async (path, flags, mode) => fs.open(await found(path), flags, mode),
    lstat: async (path) => fs.lstat(await found(path)),
    readlink: async (path) => fs.readlink(await found(path)),
    realpath: async (path) => fs.realpath(await found(path)),
    readdir: async (path) => fs.readdir(await found(path)),
    mkdir: async (path, mode) => fs.mkdir(await found(path), mode),
    rmdir: async (path) => fs.rmdir(await found(path)),
    rename: async (from, to) => fs.rename(await found(from), await target(to)),
    link: async (from, to) => fs.link(await found(from), await target(to)),
    symlink: async (to, path) => fs.symlink(to, await target(path)),
    unlink: async (path) => fs.unlink(await found(path)),
  };
}

async function nameOnDisk(fs: FileSystem, folder: string, name: string): Promise<string> {
  const entries = await fs.readdir(folder).catch(() => []);
  if (entries.some((entry) => entry.name === name)) return name;
  return entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase())?.name ?? name;
}
