import type { Language } from '../indexer/source-languages.ts';

/** A source file to parse. */
export interface SourceText {
  /** Decides the dialect by its extension; the file is not opened. */
  readonly path: string;
  readonly text: string;
  readonly language: Language;
}

/** The operations of the parser process, each with what it returns for one file. */
export interface ParserOperations {
  /** Definitions, imports, exports and names. */
  summary: { readonly options: Record<never, never>; readonly value: FileSummary };
  /** Every identifier with a name. */
  occurrences: { readonly options: { readonly name: string }; readonly value: Occurrence[] };
  /** Whether an AST pattern is code in the language of the source. */
  checkPattern: { readonly options: { readonly pattern: string }; readonly value: PatternCheck };
  /** Code that matches an AST pattern. */
  structure: {
    readonly options: { readonly pattern: string; readonly limit: number };
    readonly value: StructureMatch[];
  };
}

/** What was read from a file. One text costs far less to send between processes than its objects. */
export interface FileSummary {
  /** The names of the definitions, each once. */
  readonly definedNames: readonly string[];
  /** A CodeFile as JSON. */
  readonly json: string;
}

export type PatternCheck =
  /** The identifiers that every match has. */
  | { readonly names: readonly string[] }
  /** Why it is not. */
  | { readonly fault: string };

export type OperationName = keyof ParserOperations;

/** One place where a name is written. Strings and comments never count. */
export interface Occurrence {
  readonly line: number;
  readonly column: number;
  /** The text of the line. */
  readonly context: string;
  readonly role: 'definition' | 'import' | 'property' | 'use';
}

export interface StructureMatch {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly text: string;
  /** What the metavariables stand for, by their names without `$`. */
  readonly variables: Readonly<Record<string, string>>;
}

export type ParseAnswer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** A message to the parser process. */
export interface ParseRequest {
  readonly operation: OperationName;
  readonly options: unknown;
  readonly sources: readonly SourceText[];
}
