import type { ToolSpec, ToolSpecDraft } from '../../spec/tool-spec.ts';

/** A spec as it is stored. */
export interface SpecRow {
  readonly name: string;
  /** The spec as JSON. */
  readonly spec: string;
}

/** Keeps specs in a database. Tables are created and brought up to date on first use. */
export interface SpecDatabase {
  /** What people know it by. Has no password. */
  readonly label: string;
  /** All specs, or those of these names. */
  list(names?: readonly string[]): Promise<readonly SpecRow[]>;
  /** Adds a spec, or replaces that of the same name. Rejects with a SpecError if it is invalid. */
  put(draft: ToolSpecDraft | ToolSpec): Promise<void>;
  /** Resolves to false if there is no such spec. */
  remove(name: string): Promise<boolean>;
  /**
   * Calls the listener with the names of specs that have changed, or with nothing if any of them may have. Goes on after
   * outages by itself. Resolves to a function that ends it.
   */
  subscribe(listener: (names?: readonly string[]) => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Tables are named by the host, but a name becomes a part of statements. */
export function checkTableName(table: string): string {
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(table))
    throw new TypeError(`The table name ${JSON.stringify(table)} must match ^[a-z_][a-z0-9_]{0,39}$.`);
  return table;
}
