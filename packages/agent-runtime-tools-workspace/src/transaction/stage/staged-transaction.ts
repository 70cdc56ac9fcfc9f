import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { isWithin } from '../../paths/roots.ts';
import { refuse, workspaceErrors } from '../../errors.ts';
import type { ResolvedPath, ResolveOptions } from '../../paths/resolved-path.ts';
import { hashOf } from '../../read/file-version.ts';
import type { FileContent, ReadOptions } from '../../read/read-content.ts';
import type { TextEncoding } from '../../text/encoding/text-encoding.ts';
import { withLineEnding, type LineEnding } from '../../text/line-ending.ts';
import { encodeTextFile, parseTextFile, readTextFile, type TextFile } from '../../text/text-file.ts';
import type { PathStat } from '../../workspace.ts';
import { pathsOf, type ExpectedContent, type StagedChange } from './staged-change.ts';

export interface WriteOptions {
  readonly cwd?: string;
  /** `create` refuses an existing file, `replace` a missing one. Default: either. */
  readonly mode?: 'create' | 'replace';
  /** For text content. `keep` uses the encoding of the file that is replaced. Default UTF-8. */
  readonly encoding?: TextEncoding | 'keep';
  /** Converts the line breaks of text content. `keep` uses those of the file that is replaced. Default: no conversion. */
  readonly lineEnding?: LineEnding | 'keep';
  /** The SHA-256 that the file must have: any other content is STALE_FILE. */
  readonly ifHash?: string;
  /** Creates missing folders. Default true. */
  readonly createFolders?: boolean;
  /** Permission bits of the file. Default: those it has, or the system's for a new one. */
  readonly permissions?: number;
  readonly allowProtected?: boolean;
}

export interface RemoveOptions {
  readonly cwd?: string;
  /** Removes a folder with its content. Default false. */
  readonly recursive?: boolean;
  readonly ifHash?: string;
  readonly allowProtected?: boolean;
}

export interface MoveOptions {
  readonly cwd?: string;
  /** Replaces a file at the target. Default false. */
  readonly overwrite?: boolean;
  readonly allowProtected?: boolean;
}

/** Changes that are made together. Nothing is written to disk before the body of the transaction has ended. */
export interface Transaction {
  /** As Workspace.resolve; every path is looked up on disk once per transaction. */
  resolve(path: string, options: ResolveOptions): Promise<ResolvedPath>;
  /** As Workspace.stat: the file on disk, without the changes of this transaction. */
  stat(path: string, options?: { readonly cwd?: string }): Promise<PathStat>;
  /** Sees what this transaction wrote before. The commit fails if somebody changes the file meanwhile. */
  read(path: string, options?: ReadOptions): Promise<FileContent>;
  readText(path: string, options?: ReadOptions): Promise<FileContent & TextFile>;
  write(path: string, content: string | Uint8Array, options?: WriteOptions): Promise<ResolvedPath>;
  remove(path: string, options?: RemoveOptions): Promise<ResolvedPath>;
  move(
    from: string,
    to: string,
    options?: MoveOptions,
  ): Promise<{ readonly from: ResolvedPath; readonly to: ResolvedPath }>;
}

interface DiskAccess {
  resolve(path: string, options: ResolveOptions): Promise<ResolvedPath>;
  stat(path: string, options: { readonly cwd?: string }): Promise<PathStat>;
  read(path: string, options: ReadOptions): Promise<FileContent>;
  existsFolder(path: string): Promise<boolean>;
}

/** Collects the changes of one transaction, at most one per path. */
export class StagedTransaction implements Transaction {
  readonly #disk: DiskAccess;
  readonly #changes = new Map<string, StagedChange>();
  /** The hashes of files that were read, by path: the commit fails if one has changed. */
  readonly #read = new Map<string, string>();

  constructor(disk: DiskAccess) {
    this.#disk = disk;
  }

  get changes(): StagedChange[] {
    return [...this.#changes.values()].filter((change, index, all) => all.indexOf(change) === index);
  }

  resolve(path: string, options: ResolveOptions): Promise<ResolvedPath> {
    return this.#disk.resolve(path, options);
  }

  stat(path: string, options: { readonly cwd?: string } = {}): Promise<PathStat> {
    return this.#disk.stat(path, options);
  }

  async read(path: string, options: ReadOptions = {}): Promise<FileContent> {
    const file = await this.#disk
      .resolve(path, { ...options, access: 'write', allowProtected: true })
      .catch(() => undefined);
    const staged = file === undefined ? undefined : this.#changes.get(file.path);
    if (staged?.kind === 'write' && !('linkTo' in staged.content)) return stagedContent(staged.file, staged.content);
    if (staged !== undefined)
      refuse(workspaceErrors.FILE_NOT_FOUND({ message: `${path} is removed in this transaction.`, details: { path } }));
    const content = await this.#disk.read(path, options);
    this.#read.set(content.file.path, content.hash);
    return content;
  }

  async readText(path: string, options?: ReadOptions): Promise<FileContent & TextFile> {
    const content = await this.read(path, options);
    return { ...content, ...parseTextFile(content.bytes, content.file.display) };
  }

  async write(path: string, content: string | Uint8Array, options: WriteOptions = {}): Promise<ResolvedPath> {
    const { cwd, mode, ifHash, createFolders = true, permissions, allowProtected = false } = options;
    const file = await this.#disk.resolve(path, {
      access: mode === 'create' ? 'create' : 'write',
      allowProtected,
      ...(cwd !== undefined && { cwd }),
    });
    if (!file.exists && path.endsWith('/')) refuse(namesFolder(path));
    if (mode === 'replace' && !file.exists)
      refuse(workspaceErrors.FILE_NOT_FOUND({ message: `${path} does not exist.`, details: { path } }));
    if (!createFolders && !file.exists && !(await this.#disk.existsFolder(file.path))) {
      refuse(
        workspaceErrors.FILE_NOT_FOUND({
          message: `The folder of ${path} does not exist, and createFolders is false.`,
          suggestion: 'Choose a folder that exists, or allow missing folders to be created.',
          details: { path },
        }),
      );
    }
    const bytes = typeof content === 'string' ? await this.#encode(file, content, options) : content;
    const earlier = this.#changes.get(file.path);
    const expect = mode === 'create' || !file.exists ? ('absent' as const) : this.#expected(file, ifHash);
    this.#stage({
      ...(earlier?.kind === 'write' ? earlier : { kind: 'write', file, ...(expect !== undefined && { expect }) }),
      content: bytes,
      ...(permissions !== undefined && { mode: permissions }),
    });
    return file;
  }

  async remove(path: string, options: RemoveOptions = {}): Promise<ResolvedPath> {
    const { cwd, recursive = false, ifHash, allowProtected = false } = options;
    const file = await this.#disk.resolve(path, {
      access: 'delete',
      allowProtected,
      ...(cwd !== undefined && { cwd }),
    });
    const expect = this.#expected(file, ifHash);
    this.#stage({ kind: 'remove', file, recursive, allowProtected, ...(expect !== undefined && { expect }) });
    return file;
  }

  async move(from: string, to: string, options: MoveOptions = {}): Promise<{ from: ResolvedPath; to: ResolvedPath }> {
    const { cwd, overwrite = false, allowProtected = false } = options;
    const where = { allowProtected, ...(cwd !== undefined && { cwd }) };
    const source = await this.#disk.resolve(from, { ...where, access: 'delete' });
    if (!overwrite || source.kind !== 'file') {
      const target = await this.#disk.resolve(to, { ...where, access: 'create' });
      this.#stage({ kind: 'move', file: source, to: target, allowProtected });
      return { from: source, to: target };
    }
    const target = await this.#disk.resolve(to, { ...where, access: 'write' });
    if (!target.exists) {
      this.#stage({ kind: 'move', file: source, to: target, allowProtected });
      return { from: source, to: target };
    }
    if (target.path === source.path)
      refuse(
        workspaceErrors.CONFLICTING_CHANGES({ message: `${from} and ${to} are the same file.`, details: { path: to } }),
      );
    // The replaced file has to be restorable, so the move is staged as a write and a removal.
    const content = await this.#disk.read(source.path, { maxBytes: MAX_REPLACING_MOVE }).catch((error: unknown) => {
      throw error instanceof ToolFailure && error.error.code === 'TOO_LARGE'
        ? new ToolFailure({ ...error.error, suggestion: `Delete ${to} first, then move.` }, { cause: error })
        : error;
    });
    this.#stage({ kind: 'write', file: target, content: content.bytes, mode: content.permissions });
    this.#stage({
      kind: 'remove',
      file: source,
      recursive: false,
      allowProtected,
      expect: { hash: content.hash, skipReadCheck: false },
    });
    return { from: source, to: target };
  }

  #expected(file: ResolvedPath, ifHash: string | undefined): ExpectedContent | undefined {
    const hash = ifHash ?? this.#read.get(file.path);
    return hash === undefined ? undefined : { hash, skipReadCheck: ifHash !== undefined };
  }

  /** `keep` takes encoding and line breaks from the file that is replaced, if it is text. */
  async #encode(
    file: ResolvedPath,
    text: string,
    { encoding = 'utf-8', lineEnding = 'none' }: WriteOptions,
  ): Promise<Uint8Array> {
    const isKept = file.exists && (encoding === 'keep' || lineEnding === 'keep');
    const old = isKept ? readTextFile((await this.read(file.path)).bytes) : undefined;
    const ending = lineEnding === 'keep' ? (old?.lineEnding ?? 'none') : lineEnding;
    return encodeTextFile(withLineEnding(text, ending), encoding === 'keep' ? old?.encoding : encoding);
  }

  #stage(change: StagedChange): void {
    for (const path of pathsOf(change)) {
      for (const [other, { kind }] of this.#changes) {
        if (other === path && kind === 'write' && change.kind === 'write') continue;
        if (isWithin(other, path) || isWithin(path, other)) {
          refuse(
            workspaceErrors.CONFLICTING_CHANGES({
              message: `Two changes of this transaction touch ${change.file.display}.`,
              details: { path: change.file.display },
            }),
          );
        }
      }
    }
    for (const path of pathsOf(change)) this.#changes.set(path, change);
  }
}

function namesFolder(path: string): ReturnType<typeof workspaceErrors.IS_DIRECTORY> {
  return workspaceErrors.IS_DIRECTORY({
    message: `${path} is the name of a folder.`,
    suggestion: 'Name the file in it, or leave the slash at the end out.',
    details: { path },
  });
}

const MAX_REPLACING_MOVE = 256 * 1024 * 1024;

function stagedContent(file: ResolvedPath, bytes: Uint8Array): FileContent {
  return {
    file,
    bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    size: bytes.byteLength,
    modifiedMs: Date.now(),
    permissions: 0o644,
    version: '',
    hash: hashOf(bytes),
  };
}
