import type { ParsedSource } from '../spec/parse-source.ts';

/** A place that specs come from: a file, an address, a table. */
export interface SpecSource extends ParsedSource {
  /** Unique within its loader, and the same each time. */
  readonly id: string;
  /** What people know it by. Among the sources of one loader, that with the first label counts if names are the same. */
  readonly label: string;
  /** The text, if there is one, to find the lines of duplicates. */
  readonly text?: string;
  /** The source could not be read or verified, or is not valid YAML or JSON: its last good specs stay. */
  readonly failed?: boolean;
}

/** A source that has changed, or that is gone. */
export type SourceChange = SpecSource | { readonly id: string; readonly gone: true };

/** Loads specs from somewhere. Write your own for places that this package does not know. */
export interface SpecLoader {
  /** For messages. */
  readonly name: string;
  /** Loads all sources. If it rejects, the specs that were loaded before stay, and the problem is reported. */
  load(options: { readonly signal?: AbortSignal }): Promise<readonly SpecSource[]>;
  /** Reports changes until the returned function is called. Without it, only `loadAll` finds changes. */
  watch?(report: (changes: readonly SourceChange[]) => void): Promise<() => void | Promise<void>>;
  /** Releases connections. */
  close?(): Promise<void>;
}
