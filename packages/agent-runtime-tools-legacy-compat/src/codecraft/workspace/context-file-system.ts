import { constants } from 'node:fs';
import { join, posix } from 'node:path';
import {
  MemoryFileSystem,
  type FileKind,
  type FileStat,
  type FileSystem,
  type FolderEntry,
  type OpenFile,
} from '@ku0/agent-runtime-tools-workspace';
import { MEMORY_STATE } from '../../adapt/run-current-tool.ts';
import type { SyncFileSystem } from '../types/tool-context.ts';

/** Where the folder of a call appears in the file system below. */
export const CONTEXT_ROOT = '/context';

/**
 * The files of a context as a file system that workspaces read: `/context/a/b` is `a/b` below the folder of the call, and
 * its synchronous functions get exactly that path. Everything else, such as a workspace's state, is in memory.
 */
export class ContextFileSystem extends MemoryFileSystem implements FileSystem {
  readonly #files: SyncFileSystem;
  readonly #folder: string;
  readonly #kinds = new Map<string, FileKind>();

  /** `folder` is the path that the call was given. */
  constructor(files: SyncFileSystem, folder: string) {
    super({ [`${MEMORY_STATE}/`]: '' });
    this.#files = files;
    this.#folder = folder;
  }

  override async lstat(path: string): Promise<FileStat> {
    const given = this.#given(path);
    return given === undefined ? super.lstat(path) : this.#stat(path, given);
  }

  override async realpath(path: string): Promise<string> {
    if (this.#given(path) === undefined) return super.realpath(path);
    await this.lstat(path);
    return posix.normalize(path);
  }

  override async readlink(path: string): Promise<string> {
    if (this.#given(path) === undefined) return super.readlink(path);
    throw systemError('EINVAL', path);
  }

  override async readdir(path: string): Promise<FolderEntry[]> {
    const given = this.#given(path);
    if (given === undefined) return super.readdir(path);
    const listed: unknown = this.#files.readdirSync(given, { withFileTypes: true });
    const entries = Array.isArray(listed) ? listed.map((entry) => this.#entry(given, entry)) : [];
    for (const { name, kind } of entries) this.#kinds.set(join(given, name), kind);
    return entries;
  }

  override async open(path: string, flags: number, mode?: number): Promise<OpenFile> {
    const given = this.#given(path);
    if (given === undefined) return super.open(path, flags, mode);
    if ((flags & (constants.O_WRONLY | constants.O_RDWR | constants.O_CREAT)) !== 0) throw systemError('EROFS', path);
    const stat = this.#stat(path, given);
    if ((flags & constants.O_DIRECTORY) !== 0 && stat.kind !== 'directory') throw systemError('ENOTDIR', path);
    return this.#openFile(given, stat);
  }

  /** The path for the functions of the context, or undefined if it is not one of its files. */
  #given(path: string): string | undefined {
    const normal = posix.normalize(path).replace(/\/$/, '');
    if (normal === CONTEXT_ROOT) return this.#folder;
    return normal.startsWith(`${CONTEXT_ROOT}/`)
      ? join(this.#folder, normal.slice(CONTEXT_ROOT.length + 1))
      : undefined;
  }

  #entry(folder: string, entry: unknown): FolderEntry {
    if (typeof entry === 'object' && entry !== null && 'name' in entry) {
      const kind = call(entry, 'isDirectory') ? 'directory' : call(entry, 'isFile') === false ? 'other' : 'file';
      return { name: String(entry.name), kind };
    }
    const name = String(entry);
    return { name, kind: this.#kindOf(join(folder, name)) };
  }

  #kindOf(given: string): FileKind {
    const stat = this.#files.statSync(given);
    if (typeof stat !== 'object' || stat === null) return 'file';
    if (call(stat, 'isDirectory')) return 'directory';
    return call(stat, 'isFile') === false ? 'other' : 'file';
  }

  #stat(path: string, given: string): FileStat {
    const isRoot = given === this.#folder;
    const kind = this.#kinds.get(given) ?? (isRoot ? 'directory' : this.#lookUp(path, given));
    const stat = kind === 'file' ? this.#files.statSync(given) : undefined;
    return {
      kind,
      dev: '0',
      ino: given,
      size: kind === 'file' ? (numberOf(stat, 'size') ?? this.#read(given).byteLength) : 0,
      mode: kind === 'directory' ? 0o755 : 0o644,
      uid: 0,
      gid: 0,
      links: 1,
      modifiedNs: BigInt(Math.trunc(numberOf(stat, 'mtimeMs') ?? 0)) * 1_000_000n,
    };
  }

  #lookUp(path: string, given: string): FileKind {
    if (!this.#files.existsSync(given)) throw systemError('ENOENT', path);
    return this.#kindOf(given);
  }

  #read(given: string): Buffer {
    return Buffer.from(this.#files.readFileSync(given, 'utf-8'));
  }

  #openFile(given: string, stat: FileStat): OpenFile {
    let data: Buffer | undefined;
    return {
      fd: -1,
      stat: async () => stat,
      read: async (buffer, position) => {
        if (stat.kind === 'directory') throw systemError('EISDIR', given);
        data ??= this.#read(given);
        return data.copy(buffer, 0, position, position + buffer.byteLength);
      },
      write: () => Promise.reject(systemError('EROFS', given)),
      chmod: () => Promise.reject(systemError('EROFS', given)),
      chown: () => Promise.reject(systemError('EROFS', given)),
      sync: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
  }
}

function call(target: object, method: string): boolean | undefined {
  const found: unknown = Reflect.get(target, method);
  return typeof found === 'function' ? Boolean(Reflect.apply(found, target, [])) : undefined;
}

function numberOf(stat: unknown, member: string): number | undefined {
  const value: unknown = typeof stat === 'object' && stat !== null ? Reflect.get(stat, member) : undefined;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
