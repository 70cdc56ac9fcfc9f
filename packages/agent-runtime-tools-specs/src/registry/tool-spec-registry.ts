import type { SourceChange, SpecLoader } from '../loaders/spec-loader.ts';
import { defineToolSpec } from '../spec/define-tool-spec.ts';
import { SpecError, type SpecProblem } from '../spec/spec-problem.ts';
import type { ToolSpec, ToolSpecDraft } from '../spec/tool-spec.ts';
import { errorText } from '../error-text.ts';
import { PlannerView } from './planner-view.ts';
import { SpecTable, type SpecChanges } from './spec-table.ts';

export interface ToolSpecRegistryOptions {
  /** Where specs come from. If two have a tool of the same name, the earlier loader counts. */
  readonly loaders?: readonly SpecLoader[];
}

/** What `loadAll` did. */
export interface LoadReport {
  /** How many tools there are. */
  readonly tools: number;
  readonly problems: readonly SpecProblem[];
  readonly durationMs: number;
}

export type SpecListener = (changes: SpecChanges) => void;

/** The rank of specs that the host adds in code: before those of every loader. */
const HOST = -1;

/** All tool specs of an application, from all loaders. As a planner's view, it shows what they do and not how. */
export class ToolSpecRegistry extends PlannerView {
  readonly #table: SpecTable;
  readonly #loaders: readonly SpecLoader[];
  readonly #listeners = new Set<SpecListener>();
  /** Problems of loaders that could not load anything, by rank. */
  readonly #failures = new Map<number, SpecProblem>();
  readonly #watches = new Set<() => Promise<void>>();
  /** The names that the host has added in code. */
  readonly #added = new Set<string>();

  constructor({ loaders = [] }: ToolSpecRegistryOptions = {}) {
    const table = new SpecTable();
    super(table);
    this.#table = table;
    this.#loaders = loaders;
  }

  /** Loads every source of every loader. Never rejects, unless aborted: problems are in the report. */
  async loadAll({ signal }: { readonly signal?: AbortSignal } = {}): Promise<LoadReport> {
    const started = performance.now();
    await Promise.all(this.#loaders.map((loader, rank) => this.#load(loader, rank, signal)));
    signal?.throwIfAborted();
    // The definitions are kept, so that the first planner does not wait for ten thousand of them.
    this.toOpenAITools();
    return {
      tools: this.#table.size,
      problems: await this.problems(),
      durationMs: Math.round(performance.now() - started),
    };
  }

  /** Adds a spec in code. It counts before those of loaders. Throws a SpecError if it is invalid or already added. */
  add(draft: ToolSpecDraft | ToolSpec): this {
    const spec = defineToolSpec({ ...draft });
    const label = 'added by the host';
    if (this.#added.has(spec.name))
      throw new SpecError([{ kind: 'duplicate', source: label, tool: spec.name, message: 'is already added' }]);
    this.#added.add(spec.name);
    this.#apply(HOST, [{ id: spec.name, label, specs: [{ spec, path: [] }], problems: [] }]);
    return this;
  }

  /** Removes a spec that was added in code. Returns false if there is none. */
  remove(name: string): boolean {
    if (!this.#added.delete(name)) return false;
    this.#apply(HOST, [{ id: name, gone: true }]);
    return true;
  }

  get size(): number {
    return this.#table.size;
  }

  /** The whole spec, with how it is run. For executors, not for planners. */
  get(name: string): ToolSpec | undefined {
    return this.#table.get(name);
  }

  has(name: string): boolean {
    return this.#table.get(name) !== undefined;
  }

  names(): string[] {
    return Array.from(this.#table.specs(), ({ name }) => name);
  }

  /** The problems of everything that is loaded now. */
  async problems(): Promise<SpecProblem[]> {
    return [...this.#failures.values(), ...(await this.#table.problems())];
  }

  /** What a planner may be given: the same descriptions and schemas, without a way to the rest. */
  plannerView(): PlannerView {
    return new PlannerView(this.#table);
  }

  /** Calls the listener after every change. Returns a function that ends that. */
  onChange(listener: SpecListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Keeps the specs up to date with every loader that can be watched. Returns a function that ends that. */
  async watch(listener?: SpecListener): Promise<() => Promise<void>> {
    const stopListening = listener && this.onChange(listener);
    const stops = await Promise.all(
      this.#loaders.map(async (loader, rank) => loader.watch?.((changes) => this.#apply(rank, changes))),
    );
    const stop = async (): Promise<void> => {
      if (!this.#watches.delete(stop)) return;
      stopListening?.();
      await Promise.all(stops.map(async (each) => each?.()));
    };
    this.#watches.add(stop);
    return stop;
  }

  /** Ends all watches and the connections of all loaders. The specs stay. */
  async close(): Promise<void> {
    await Promise.all([...this.#watches].map((stop) => stop()));
    await Promise.all(this.#loaders.map(async (loader) => loader.close?.()));
  }

  async #load(loader: SpecLoader, rank: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      const sources = await loader.load(signal === undefined ? {} : { signal });
      const loaded = new Set(sources.map(({ id }) => id));
      const gone = this.#table.sourcesOf(rank).filter((id) => !loaded.has(id));
      this.#failures.delete(rank);
      this.#apply(rank, [...sources, ...gone.map((id) => ({ id, gone: true as const }))]);
    } catch (error) {
      if (signal?.aborted === true) return;
      this.#failures.set(rank, { kind: 'unreadable', source: loader.name, message: errorText(error) });
    }
  }

  #apply(rank: number, changes: readonly SourceChange[]): void {
    const changed = this.#table.apply(rank, changes);
    if (changed.added.length + changed.removed.length + changed.changed.length === 0) return;
    for (const listener of this.#listeners) {
      try {
        listener(changed);
      } catch (error) {
        // The other listeners must hear of the change too.
        process.emitWarning(`A listener of a spec registry failed: ${errorText(error)}`);
      }
    }
  }
}
