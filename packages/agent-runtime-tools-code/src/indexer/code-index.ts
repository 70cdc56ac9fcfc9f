import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import type { ParserPool } from '../parser/parser-pool.ts';
import type { ParseAnswer } from '../parser/parse-task.ts';
import type { CodeCall } from '../code-engine.ts';
import type { CodeFile } from './code-file.ts';
import { listSources, type SourceFile, type SourceScope } from './list-sources.ts';
import { readSources } from './read-sources.ts';

/** A source file and what the index knows about it. */
export interface IndexedFile extends SourceFile {
  readonly file: CodeFile;
}

/** The files of a folder, as they are on disk now. */
export interface IndexedScope extends Omit<SourceScope, 'files'> {
  readonly files: readonly IndexedFile[];
}

/** Definitions, imports, exports and names of the source files, brought up to date before every answer. */
export class CodeIndex {
  readonly #workspace: Workspace;
  readonly #pool: ParserPool;
  readonly #known = new Map<string, IndexedFile>();

  constructor(workspace: Workspace, pool: ParserPool) {
    this.#workspace = workspace;
    this.#pool = pool;
    // A file that our own tools change may keep its size and, within a millisecond, its time.
    workspace.onChange(({ files }) => {
      for (const { path, from } of files) {
        this.#known.delete(path);
        if (from !== undefined) this.#known.delete(from);
      }
    });
  }

  /** Lists the source files below a path and parses those whose size or time has changed. */
  async scope(path: string, call: CodeCall): Promise<IndexedScope> {
    const { files, ...rest } = await listSources(this.#workspace, path, call);
    const changed = files.filter((file) => !isSame(this.#known.get(file.path), file));
    await this.#parse(changed, call);
    if (rest.isComplete && !rest.isFile) this.#forgetRemoved(rest.folder, new Set(files.map((file) => file.path)));
    return { ...rest, files: files.flatMap((file) => this.#known.get(file.path) ?? []) };
  }

  async #parse(files: readonly SourceFile[], call: CodeCall): Promise<void> {
    let done = 0;
    const batches = batchesOf(files);
    const next = async (): Promise<void> => {
      for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
        call.signal?.throwIfAborted();
        const sources = await readSources(this.#workspace, batch, call);
        const answers = await this.#pool.run(
          'summary',
          sources.map(({ source }) => source),
          { options: {}, signal: call.signal },
        );
        for (const [index, answer] of answers.entries()) {
          const origin = sources[index];
          if (origin !== undefined) this.#remember(origin.file, answer);
        }
        done += batch.length;
        call.onProgress?.(done, files.length);
      }
    };
    await Promise.all(Array.from({ length: this.#pool.size }, next));
  }

  #remember(file: SourceFile, answer: ParseAnswer<CodeFile>): void {
    const read = answer.ok ? answer.value : { ...EMPTY, syntaxError: answer.reason };
    this.#known.delete(file.path);
    this.#known.set(file.path, { ...file, file: read });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAX_FILES) break;
      this.#known.delete(oldest);
    }
  }

  #forgetRemoved(folder: string, present: ReadonlySet<string>): void {
    const prefix = folder === '.' ? '' : `${folder}/`;
    for (const path of this.#known.keys()) if (path.startsWith(prefix) && !present.has(path)) this.#known.delete(path);
  }
}

const EMPTY: CodeFile = { symbols: [], imports: [], exports: [], names: [] };
const MAX_FILES = 50_000;
const BATCH_FILES = 32;

function isSame(known: IndexedFile | undefined, file: SourceFile): boolean {
  return known !== undefined && known.size === file.size && known.modifiedMs === file.modifiedMs;
}

function batchesOf(files: readonly SourceFile[]): (readonly SourceFile[])[] {
  const batches: SourceFile[][] = [];
  for (let start = 0; start < files.length; start += BATCH_FILES) batches.push(files.slice(start, start + BATCH_FILES));
  return batches;
}
