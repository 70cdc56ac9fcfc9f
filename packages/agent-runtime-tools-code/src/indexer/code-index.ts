import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { ParserPool } from '../parser/parser-pool.ts';
import type { FileSummary, SourceText } from '../parser/parse-task.ts';
import type { CodeCall } from '../code-engine.ts';
import type { RecordHead } from './cache/cache-record.ts';
import { IndexCache } from './cache/index-cache.ts';
import type { CodeFile } from './code-file.ts';
import { FileRecord } from './file-record.ts';
import { listSources, type SourceFile, type SourceScope } from './list-sources.ts';
import { readSources } from './read-sources.ts';
import { languageOf } from './source-languages.ts';

/** A source file and what the index knows about it. */
export type IndexedFile = FileRecord;

/** The files of a folder, as they are on disk now. */
export interface IndexedScope extends Omit<SourceScope, 'files'> {
  readonly files: readonly IndexedFile[];
}

/** Definitions, imports, exports and names of the source files, brought up to date before every answer. */
export class CodeIndex {
  readonly #workspace: Workspace;
  readonly #pool: ParserPool;
  readonly #cache: IndexCache;
  readonly #known = new Map<string, FileRecord>();
  /** Paths whose size and time are not enough to tell whether they changed. */
  readonly #suspect = new Set<string>();
  #loaded: Promise<void> | undefined;
  #unsaved = new Set<string>();
  #saving: Promise<void> = Promise.resolve();
  #saveTimer: NodeJS.Timeout | undefined;

  constructor(workspace: Workspace, pool: ParserPool) {
    this.#workspace = workspace;
    this.#pool = pool;
    this.#cache = new IndexCache(workspace);
    // A file that our own tools change may keep its size and, within a millisecond, its time.
    workspace.onChange(({ files }) => {
      for (const { path, from } of files) {
        this.#suspectChange(path);
        if (from !== undefined) this.#suspectChange(from);
      }
    });
  }

  /** Lists the source files below a path and parses those whose content has changed. */
  async scope(path: string, call: CodeCall): Promise<IndexedScope> {
    const [{ files, ...rest }] = await Promise.all([
      listSources(this.#workspace, path, call),
      (this.#loaded ??= this.#load()),
    ]);
    const changed = files.filter((file) => this.#suspect.has(file.path) || !isSame(this.#known.get(file.path), file));
    await this.#update(changed, call);
    if (rest.isComplete && !rest.isFile) this.#forgetRemoved(rest.folder, new Set(files.map((file) => file.path)));
    return { ...rest, files: files.flatMap((file) => this.#known.get(file.path) ?? []) };
  }

  /** Writes what is not in the cache yet. */
  async flush(): Promise<void> {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = undefined;
    const changed = [...this.#unsaved].flatMap((path) => this.#known.get(path) ?? []);
    this.#unsaved = new Set();
    this.#saving = this.#saving.then(() => this.#cache.save(changed, () => this.#known.values(), this.#known.size));
    await this.#saving;
  }

  /** Forgets everything, so that all files are parsed again. For a cache that somebody else has changed. */
  discard(): void {
    this.#known.clear();
  }

  async #load(): Promise<void> {
    const records = await this.#cache.load();
    // With a full cache nothing is parsed now: the first changed file should not wait for the start of a process.
    if (records.size > 0) this.#pool.warmUp();
    for (const [path, record] of records) {
      if (!record.isSettled) this.#suspect.add(path);
      this.#keep(record);
    }
  }

  async #update(files: readonly SourceFile[], call: CodeCall): Promise<void> {
    let done = 0;
    const batches = batchesOf(files);
    const next = async (): Promise<void> => {
      for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
        call.signal?.throwIfAborted();
        await this.#updateBatch(batch, call);
        done += batch.length;
        call.onProgress?.(done, files.length);
      }
    };
    // One batch more than there are processes is read from disk while the others are parsed.
    await Promise.all(Array.from({ length: this.#pool.size + 1 }, next));
  }

  /** Parses the files whose content differs from what is known about them. */
  async #updateBatch(batch: readonly SourceFile[], call: CodeCall): Promise<void> {
    const readMs = Date.now();
    const sources = await readSources(this.#workspace, batch, call);
    const changed: { readonly head: Omit<RecordHead, 'definedNames'>; readonly source: SourceText }[] = [];
    for (const { file, source, hash } of sources) {
      const known = this.#known.get(file.path);
      const isSettled = readMs - file.modifiedMs > UNSETTLED_MS;
      const digest = `${dialectOf(file.path)} ${hash}`;
      if (known?.digest === digest) this.#remember(known.movedTo(file, isSettled));
      else changed.push({ head: { ...file, digest, isSettled }, source });
    }
    if (changed.length === 0) return;
    const answers = await this.#pool.run(
      'summary',
      changed.map(({ source }) => source),
      { options: {}, owner: call.owner, signal: call.signal },
    );
    for (const [index, answer] of answers.entries()) {
      const head = changed[index]?.head;
      if (head === undefined) continue;
      const { definedNames, json } = answer.ok ? answer.value : unreadable(answer.reason);
      this.#remember(new FileRecord({ ...head, definedNames }, json));
    }
  }

  #suspectChange(path: string): void {
    if (languageOf(path) === undefined) return;
    this.#suspect.add(path);
    if (this.#suspect.size <= MAX_FILES) return;
    // Files that nobody asks about are never looked at again. With nothing known, nothing has to be suspected.
    this.#suspect.clear();
    this.#known.clear();
  }

  #remember(record: FileRecord): void {
    this.#suspect.delete(record.path);
    this.#keep(record);
    this.#unsaved.add(record.path);
    this.#saveTimer ??= setTimeout(() => void this.flush(), SAVE_AFTER_MS).unref();
  }

  #keep(record: FileRecord): void {
    this.#known.delete(record.path);
    this.#known.set(record.path, record);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_FILES) break;
      this.#known.delete(oldest);
    }
  }

  #forgetRemoved(folder: string, present: ReadonlySet<string>): void {
    const prefix = folder === '.' ? '' : `${folder}/`;
    for (const paths of [this.#known, this.#suspect])
      for (const path of paths.keys()) if (path.startsWith(prefix) && !present.has(path)) paths.delete(path);
  }
}

const MAX_FILES = 50_000;
const BATCH_FILES = 32;
/** The cache is written when nothing has been parsed for a moment. */
const SAVE_AFTER_MS = 1_000;
/** Clocks of file systems may be this coarse: a file changed twice within it can keep its time. */
const UNSETTLED_MS = 2_000;

function unreadable(reason: string): FileSummary {
  const file: CodeFile = { symbols: [], imports: [], exports: [], names: [], syntaxError: reason };
  return { definedNames: [], json: JSON.stringify(file) };
}

/** The part of a name that decides how the content is read: `a.d.ts` is read in another way than `a.ts`. */
function dialectOf(path: string): string {
  return /(?:\.d)?\.\w+$/.exec(path)?.[0] ?? '';
}

function isSame(known: FileRecord | undefined, file: SourceFile): boolean {
  return known !== undefined && known.size === file.size && known.modifiedMs === file.modifiedMs;
}

function batchesOf(files: readonly SourceFile[]): (readonly SourceFile[])[] {
  const batches: SourceFile[][] = [];
  for (let start = 0; start < files.length; start += BATCH_FILES) batches.push(files.slice(start, start + BATCH_FILES));
  return batches;
}
