import { constants } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import type { FileStat, FileSystem, FolderEntry, OpenFile } from './file-system.ts';
import { memoryNode, now, statOf, systemError, type MemoryNode } from './memory-node.ts';

interface Place {
  readonly parent: MemoryNode;
  readonly name: string;
  /** The real path. */
  readonly path: string;
  readonly node: MemoryNode | undefined;
}

/** A file system in memory, for tests and for hosts without a disk. Folders, links, hard links and renames work as on POSIX. */
export class MemoryFileSystem implements FileSystem {
  readonly descriptorPaths = false;
  readonly #root = memoryNode('directory', { mode: 0o755 });
  #descriptors = 1000;

  /** `files` maps absolute paths to texts; a path that ends with `/` is an empty folder. */
  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [path, text] of Object.entries(files)) {
      const folder = this.#makeFolders(path.endsWith('/') ? path : dirname(path));
      if (!path.endsWith('/'))
        folder.entries.set(path.slice(path.lastIndexOf('/') + 1), memoryNode('file', { data: Buffer.from(text) }));
    }
  }

  async open(path: string, flags: number, mode?: number): Promise<OpenFile> {
    const place = this.#find(path, { follow: (flags & constants.O_NOFOLLOW) === 0 });
    let { node } = place;
    if (node === undefined) {
      if ((flags & constants.O_CREAT) === 0) throw systemError('ENOENT', path);
      node = memoryNode('file', { mode: (mode ?? 0o666) & ~0o022 });
      place.parent.entries.set(place.name, node);
    } else if ((flags & constants.O_EXCL) !== 0) throw systemError('EEXIST', path);
    if (node.kind === 'symlink') throw systemError('ELOOP', path);
    if ((flags & constants.O_DIRECTORY) !== 0 && node.kind !== 'directory') throw systemError('ENOTDIR', path);
    return memoryFile(node, ++this.#descriptors);
  }

  async lstat(path: string): Promise<FileStat> {
    return statOf(this.#get(path, { follow: path.endsWith('/') }));
  }

  async readlink(path: string): Promise<string> {
    const node = this.#get(path, { follow: false });
    if (node.kind !== 'symlink') throw systemError('EINVAL', path);
    return node.target;
  }

  async realpath(path: string): Promise<string> {
    const place = this.#find(path, { follow: true });
    if (place.node === undefined) throw systemError('ENOENT', path);
    return place.path;
  }

  async readdir(path: string): Promise<FolderEntry[]> {
    return [...this.#folder(path).entries].map(([name, { kind }]) => ({ name, kind }));
  }

  async mkdir(path: string, mode = 0o777): Promise<void> {
    this.#add(path, memoryNode('directory', { mode: mode & ~0o022 }));
  }

  async rmdir(path: string): Promise<void> {
    const { node, parent, name } = this.#existing(path);
    if (node.kind !== 'directory') throw systemError('ENOTDIR', path);
    if (node.entries.size > 0) throw systemError('ENOTEMPTY', path);
    parent.entries.delete(name);
  }

  async rename(from: string, to: string): Promise<void> {
    const source = this.#existing(from);
    const target = this.#find(to, { follow: false });
    if (target.node === source.node) return;
    if (source.node.kind === 'directory' && target.path.startsWith(`${source.path}/`)) throw systemError('EINVAL', to);
    if (target.node?.kind === 'directory' && source.node.kind !== 'directory') throw systemError('EISDIR', to);
    if (target.node !== undefined && target.node.kind !== 'directory' && source.node.kind === 'directory')
      throw systemError('ENOTDIR', to);
    if (target.node !== undefined && target.node.entries.size > 0) throw systemError('ENOTEMPTY', to);
    source.parent.entries.delete(source.name);
    target.parent.entries.set(target.name, source.node);
  }

  async link(from: string, to: string): Promise<void> {
    const { node } = this.#existing(from);
    if (node.kind === 'directory') throw systemError('EPERM', from);
    this.#add(to, node);
    node.links++;
  }

  async symlink(target: string, path: string): Promise<void> {
    this.#add(path, memoryNode('symlink', { target, mode: 0o777 }));
  }

  async unlink(path: string): Promise<void> {
    const { node, parent, name } = this.#existing(path);
    if (node.kind === 'directory') throw systemError('EISDIR', path);
    node.links--;
    parent.entries.delete(name);
  }

  #makeFolders(path: string): MemoryNode {
    let folder = this.#root;
    for (const name of path.split('/').filter(Boolean)) {
      const next = folder.entries.get(name) ?? memoryNode('directory', { mode: 0o755 });
      folder.entries.set(name, next);
      folder = next;
    }
    return folder;
  }

  #add(path: string, node: MemoryNode): void {
    const place = this.#find(path, { follow: false });
    if (place.node !== undefined) throw systemError('EEXIST', path);
    place.parent.entries.set(place.name, node);
  }

  #folder(path: string): MemoryNode {
    const node = this.#get(path, { follow: true });
    if (node.kind !== 'directory') throw systemError('ENOTDIR', path);
    return node;
  }

  #get(path: string, options: { follow: boolean }): MemoryNode {
    const { node } = this.#find(path, options);
    if (node === undefined) throw systemError('ENOENT', path);
    return node;
  }

  #existing(path: string): Place & { readonly node: MemoryNode } {
    const place = this.#find(path, { follow: false });
    if (place.node === undefined) throw systemError('ENOENT', path);
    return { ...place, node: place.node };
  }

  /** Resolves a path as the system does: a link is followed before a later `..` goes up. */
  #find(path: string, { follow }: { follow: boolean }, hops = 0): Place {
    if (hops > 40) throw systemError('ELOOP', path);
    const names = path.split('/').filter((name) => name !== '' && name !== '.');
    let place: Place = { parent: this.#root, name: '', path: '/', node: this.#root };
    for (const [index, name] of names.entries()) {
      if (place.node === undefined) throw systemError('ENOENT', path);
      if (place.node.kind !== 'directory') throw systemError('ENOTDIR', path);
      if (name === '..') {
        place = this.#find(dirname(place.path), { follow: true }, hops + 1);
        continue;
      }
      const next = place.node.entries.get(name);
      const isLast = index === names.length - 1;
      if (next?.kind === 'symlink' && (!isLast || follow)) {
        place = this.#find(
          next.target.startsWith('/') ? next.target : `${place.path}/${next.target}`,
          { follow: true },
          hops + 1,
        );
        if (place.node === undefined && !isLast) throw systemError('ENOENT', path);
      } else {
        place = { parent: place.node, name, path: join(place.path, name), node: next };
      }
    }
    return place;
  }
}

function memoryFile(node: MemoryNode, fd: number): OpenFile {
  return {
    fd,
    stat: async () => statOf(node),
    async read(buffer, position) {
      if (node.kind === 'directory') throw systemError('EISDIR', 'read');
      return node.data.copy(buffer, 0, position, position + buffer.byteLength);
    },
    async write(data) {
      node.data = Buffer.concat([node.data, data]);
      node.modifiedNs = now();
    },
    async chmod(mode) {
      node.mode = mode;
    },
    async chown(uid, gid) {
      node.uid = uid;
      node.gid = gid;
    },
    sync: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
