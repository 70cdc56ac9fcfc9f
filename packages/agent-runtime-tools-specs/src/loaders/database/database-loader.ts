import { parseValue } from '../../spec/parse-source.ts';
import { errorText } from '../../error-text.ts';
import type { SourceChange, SpecLoader, SpecSource } from '../spec-loader.ts';
import type { SpecDatabase, SpecRow } from './spec-database.ts';

/** Loads specs from a database, and follows its changes. The database is closed with the registry. */
export function databaseLoader(database: SpecDatabase): SpecLoader {
  return new DatabaseLoader(database);
}

class DatabaseLoader implements SpecLoader {
  readonly name: string;
  readonly #database: SpecDatabase;
  /** The rows as they were read last: only those that differ are parsed again. */
  readonly #rows = new Map<string, string>();

  constructor(database: SpecDatabase) {
    this.name = database.label;
    this.#database = database;
  }

  async load(): Promise<SpecSource[]> {
    const rows = await this.#database.list();
    this.#rows.clear();
    for (const { name, spec } of rows) this.#rows.set(name, spec);
    return rows.map((row) => this.#source(row));
  }

  async watch(report: (changes: readonly SourceChange[]) => void): Promise<() => Promise<void>> {
    let running: Promise<void> = Promise.resolve();
    let isStopped = false;
    const update = async (names: readonly string[] | undefined): Promise<void> => {
      const changes = isStopped ? [] : await this.#changes(names);
      if (changes.length > 0) report(changes);
    };
    // One after the other. After a failure the subscription says that everything may have changed.
    const stop = await this.#database.subscribe((names) => {
      running = running.then(() => update(names)).catch(() => undefined);
    });
    return async () => {
      isStopped = true;
      await stop();
      await running;
    };
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  async #changes(names: readonly string[] | undefined): Promise<SourceChange[]> {
    const rows = await this.#database.list(names);
    const there = new Set(rows.map(({ name }) => name));
    const gone = (names ?? [...this.#rows.keys()]).filter((name) => !there.has(name) && this.#rows.delete(name));
    const changed = rows.filter(({ name, spec }) => this.#rows.get(name) !== spec);
    for (const { name, spec } of changed) this.#rows.set(name, spec);
    return [...changed.map((row) => this.#source(row)), ...gone.map((id) => ({ id, gone: true as const }))];
  }

  #source({ name, spec }: SpecRow): SpecSource {
    const place = { id: name, label: `${this.name}: ${name}` };
    try {
      const { specs, problems } = parseValue(JSON.parse(spec), place.label);
      const other = specs.find((each) => each.spec.name !== name);
      if (other === undefined) return { ...place, specs, problems };
      const message = `the row of ${name} has a spec of ${other.spec.name}`;
      return { ...place, specs: [], problems: [{ kind: 'invalid', source: place.label, tool: name, message }] };
    } catch (error) {
      return { ...place, specs: [], problems: [{ kind: 'invalid', source: place.label, message: errorText(error) }] };
    }
  }
}
