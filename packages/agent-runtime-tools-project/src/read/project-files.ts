import { ToolFailure, type Owner } from '@ku0/agent-runtime-tools-core';
import { withPathSuggestions, type ListEntry, type Workspace } from '@ku0/agent-runtime-tools-workspace';
import { dirname, posix } from 'node:path';
import { isSkippedFolder } from './skipped-folders.ts';
import { parseJsonc } from './parse-jsonc.ts';
import { parseXml, type XmlElement } from './parse-xml.ts';

/** What a call needs to read a project. */
export interface ReadCall {
  readonly workspace: Workspace;
  readonly owner: Owner;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly onProgress?: ((folders: number) => void) | undefined;
}

/** A folder and the names in it. */
export interface ProjectFolder {
  /** The absolute path. */
  readonly path: string;
  /** The path for results. */
  readonly display: string;
  /** Relative to the folder of the call, with `/`; '.' for that folder itself, undefined above it. */
  readonly relative: string | undefined;
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
}

export interface ProjectFile {
  /** Relative to the folder of the call, with `/`. */
  readonly path: string;
  readonly name: string;
  readonly folder: ProjectFolder;
  readonly size: number;
}

/**
 * The files of a folder and the folders below it, breadth first, as far as the limits allow. Ignored files, dependencies
 * and build output are left out. Content is read on request, through the workspace.
 */
export class ProjectFiles {
  readonly folders: readonly ProjectFolder[];
  readonly files: readonly ProjectFile[];
  /** Whether there are more folders or files than the limits allow. */
  readonly truncated: boolean;
  readonly #call: ReadCall;
  readonly #root: string;
  readonly #byRelative: ReadonlyMap<string, ProjectFolder>;
  readonly #texts = new Map<string, Promise<string | undefined>>();
  readonly #notes = new Set<string>();
  #ancestors: Promise<readonly ProjectFolder[]> | undefined;

  private constructor(walked: Walk, call: ReadCall) {
    this.folders = walked.folders;
    this.files = walked.files;
    this.truncated = walked.truncated;
    this.#root = walked.root;
    this.#call = call;
    this.#byRelative = new Map(walked.folders.map((folder) => [folder.relative ?? '', folder]));
    if (walked.truncated)
      this.addNote(`Only the first ${walked.folders.length} folders and ${walked.files.length} files were examined.`);
    for (const folder of walked.unreadable) this.addNote(`${folder} could not be read.`);
  }

  /** Walks the folder. Throws a ToolFailure of the workspace if there is no such folder. */
  static async open(path: string, call: ReadCall, limits: WalkLimits = DEFAULT_LIMITS): Promise<ProjectFiles> {
    const walked = await withPathSuggestions(call.workspace, () => walk(path, call, limits));
    return new ProjectFiles(walked, call);
  }

  /** The folder of the call. */
  get top(): ProjectFolder {
    const [top] = this.folders;
    if (top === undefined) throw new Error('A walk begins with its own folder.');
    return top;
  }

  /** What the result should mention, such as files that could not be read. */
  get notes(): string[] {
    return [...this.#notes].slice(0, MAX_NOTES);
  }

  addNote(note: string): void {
    this.#notes.add(note);
  }

  /** A folder below that of the call, by its relative path. */
  folder(relative: string): ProjectFolder | undefined {
    return this.#byRelative.get(relative);
  }

  /** The folder at a path below another one; undefined above the folder of the call. */
  below(folder: ProjectFolder, path: string): ProjectFolder | undefined {
    if (path === '.') return folder;
    return folder.relative === undefined ? undefined : this.folder(relativePath(folder, path));
  }

  /** Whether a file exists at a path below a folder. */
  hasFile(folder: ProjectFolder, path: string): boolean {
    const { dir, base } = posix.parse(path);
    return this.below(folder, dir === '' ? '.' : dir)?.files.has(base) ?? false;
  }

  /** The folders above that of the call up to the root of the workspace, nearest first. */
  ancestors(): Promise<readonly ProjectFolder[]> {
    return (this.#ancestors ??= listAncestors(this.top, this.#root, this.#call));
  }

  /** The text of a file; undefined if it does not exist or cannot be read, which a note then says. */
  async text(folder: ProjectFolder, name: string): Promise<string | undefined> {
    if (!folder.files.has(name)) return undefined;
    const path = `${folder.path}/${name}`;
    const known = this.#texts.get(path);
    if (known !== undefined) return known;
    const reading = this.#read(path, displayPath(folder, name));
    this.#texts.set(path, reading);
    return reading;
  }

  async json(folder: ProjectFolder, name: string): Promise<unknown> {
    return this.#parse(folder, name, parseJsonc);
  }

  async toml(folder: ProjectFolder, name: string): Promise<unknown> {
    if (!folder.files.has(name)) return undefined;
    const { parse } = await import('smol-toml');
    return this.#parse(folder, name, (text) => parse(text));
  }

  async yaml(folder: ProjectFolder, name: string): Promise<unknown> {
    if (!folder.files.has(name)) return undefined;
    const { parse } = await import('yaml');
    return this.#parse(folder, name, (text): unknown => parse(text, { logLevel: 'silent' }));
  }

  async xml(folder: ProjectFolder, name: string): Promise<XmlElement | undefined> {
    return this.#parse(folder, name, (text) => {
      const element = parseXml(text);
      if (element === undefined) throw new SyntaxError('not well-formed');
      return element;
    });
  }

  async #parse<T>(folder: ProjectFolder, name: string, parse: (text: string) => T): Promise<T | undefined> {
    const text = await this.text(folder, name);
    if (text === undefined) return undefined;
    try {
      return parse(text);
    } catch (error) {
      const reason = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : '';
      this.addNote(`${displayPath(folder, name)} cannot be parsed: ${reason.slice(0, 200)}`);
      return undefined;
    }
  }

  async #read(path: string, display: string): Promise<string | undefined> {
    const { workspace, owner, signal } = this.#call;
    signal.throwIfAborted();
    try {
      const { text } = await workspace.readText(path, { ...owner, track: false, maxBytes: MAX_FILE_BYTES });
      return text;
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      this.addNote(`${display} was not read: ${error.error.message}`);
      return undefined;
    }
  }
}

export interface WalkLimits {
  readonly folders: number;
  readonly files: number;
}

export function displayPath(folder: ProjectFolder, name: string): string {
  return folder.display === '.' ? name : `${folder.display}/${name}`;
}

export function relativePath(folder: ProjectFolder, name: string): string {
  return folder.relative === '.' || folder.relative === undefined ? name : `${folder.relative}/${name}`;
}

interface Walk extends Pick<ProjectFiles, 'folders' | 'files' | 'truncated'> {
  readonly root: string;
  readonly unreadable: readonly string[];
}

const DEFAULT_LIMITS: WalkLimits = { folders: 3000, files: 50_000 };
const MAX_ENTRIES = 10_000;
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_NOTES = 50;

async function walk(path: string, call: ReadCall, limits: WalkLimits): Promise<Walk> {
  const first = await list(path, call);
  const collected = new CollectedFiles(limits);
  collected.add(first, '.');
  const { waiting, folders } = collected;
  for (let at = 0; at < waiting.length;) {
    call.signal.throwIfAborted();
    const relatives = waiting.slice(at, at + PARALLEL);
    const listings = await Promise.all(relatives.map((relative) => tryList(`${first.folder.path}/${relative}`, call)));
    for (const [index, listed] of listings.entries()) collected.add(listed, relatives[index] ?? '.');
    at += relatives.length;
    if (folders.length % PROGRESS_EVERY < PARALLEL) call.onProgress?.(folders.length);
  }
  return { ...collected, root: first.folder.root };
}

/** What a walk has found so far. */
class CollectedFiles {
  readonly folders: ProjectFolder[] = [];
  readonly files: ProjectFile[] = [];
  readonly unreadable: string[] = [];
  /** The relative paths of all folders but the first, in the order in which they are listed. */
  readonly waiting: string[] = [];
  truncated = false;
  readonly #limits: WalkLimits;

  constructor(limits: WalkLimits) {
    this.#limits = limits;
  }

  /** Adds a folder; undefined is one that cannot be read. */
  add(listed: FolderListing | undefined, relative: string): void {
    if (listed === undefined) {
      this.unreadable.push(relative);
      return;
    }
    const folder = describeFolder(listed, relative);
    this.folders.push(folder);
    this.truncated ||= listed.truncated;
    for (const entry of listed.entries) this.#addEntry(entry, folder);
  }

  #addEntry({ name, type, size }: ListEntry, folder: ProjectFolder): void {
    const path = relativePath(folder, name);
    const isFolder = type === 'directory';
    if (isFolder && isSkippedFolder(name)) return;
    if (isFolder && this.waiting.length + 1 < this.#limits.folders) this.waiting.push(path);
    else if (!isFolder && this.files.length < this.#limits.files) this.files.push({ path, name, folder, size });
    else this.truncated = true;
  }
}

/** How many folders are listed at a time. */
const PARALLEL = 16;
const PROGRESS_EVERY = 12 * PARALLEL;

type FolderListing = Awaited<ReturnType<Workspace['list']>>;

function list(path: string, { workspace, owner, cwd, signal }: ReadCall): Promise<FolderListing> {
  return workspace.list(path, { ...owner, cwd, signal, includeHidden: true, limit: MAX_ENTRIES });
}

/** Undefined if the folder cannot be read or was removed meanwhile. */
async function tryList(path: string, call: ReadCall): Promise<FolderListing | undefined> {
  try {
    return await list(path, call);
  } catch (error) {
    if (error instanceof ToolFailure && error.error.code !== 'CANCELLED') return undefined;
    throw error;
  }
}

function describeFolder({ folder, entries }: FolderListing, relative: string | undefined): ProjectFolder {
  const named = (isWanted: (entry: ListEntry) => boolean): ReadonlySet<string> =>
    new Set(entries.filter(isWanted).map(({ name }) => name));
  return {
    path: folder.path,
    display: folder.display,
    relative,
    files: named(({ type }) => type !== 'directory'),
    folders: named(({ type }) => type === 'directory'),
  };
}

async function listAncestors(top: ProjectFolder, root: string, call: ReadCall): Promise<readonly ProjectFolder[]> {
  const found: ProjectFolder[] = [];
  for (let path = top.path; path !== root && found.length < MAX_ANCESTORS;) {
    path = dirname(path);
    const listed = await tryList(path, call);
    if (listed === undefined) break;
    found.push(describeFolder(listed, undefined));
  }
  return found;
}

const MAX_ANCESTORS = 50;
