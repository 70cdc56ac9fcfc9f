import type { Owner } from '@ku0/agent-runtime-tools-core';
import type { DependencyGraph, DependencyGraphOptions } from './build-dependency-graph/build-dependency-graph.ts';
import type { FindReferencesOptions, ReferenceList } from './find-references/find-references.ts';
import type { CodebaseMap, CodebaseMapOptions } from './get-codebase-map/get-codebase-map.ts';
import type { ImportsExports } from './get-imports-exports/get-imports-exports.ts';
import type { SymbolInfo } from './get-symbol-info/get-symbol-info.ts';
import type { DefinitionList, DefinitionListOptions } from './list-code-definitions/list-code-definitions.ts';
import type { SymbolLocation } from './resolve-symbol/resolve-symbol.ts';
import type { CodeSearchOptions, CodeSearchResult, StructureSearchOptions } from './search-code/search-code.ts';

/** Options of every call of the engine. */
export interface CodeCall {
  /** On whose behalf files are read. */
  readonly owner?: Partial<Owner>;
  readonly signal?: AbortSignal;
  /** Called while files are parsed, with their number. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Whether names were resolved by a compiler or matched by syntax alone. */
export type Precision = 'semantic' | 'syntactic';

/**
 * Answers questions about the code of a workspace. Every answer is about the files as they are now. Methods that fail throw
 * a ToolFailure with an error of `codeErrors` or `workspaceErrors`.
 */
export interface CodeEngine {
  /** The files of a folder with their signatures, most referenced first, within a budget of tokens. */
  generateRepoMap(path: string, options?: CodebaseMapOptions): Promise<CodebaseMap>;
  /** Definitions by fuzzy name. */
  search(path: string, query: string, options?: CodeSearchOptions): Promise<CodeSearchResult>;
  /** Code by its structure: a pattern with metavariables. */
  searchStructure(path: string, pattern: string, options?: StructureSearchOptions): Promise<CodeSearchResult>;
  getSymbolInfo(file: string, symbol: string, options?: CodeCall): Promise<SymbolInfo>;
  getImportsExports(file: string, options?: CodeCall): Promise<ImportsExports>;
  /** Which files import which, and the cycles. */
  buildDependencyGraph(path: string, options?: DependencyGraphOptions): Promise<DependencyGraph>;
  /** Where a name that a file defines or imports is defined. */
  resolveSymbol(symbol: string, file: string, options?: CodeCall): Promise<SymbolLocation>;
  /** Every place below a path that names a symbol. */
  findReferences(symbol: string, path: string, options?: FindReferencesOptions): Promise<ReferenceList>;
  /** The definitions of a file or of every file of a folder. */
  listDefinitions(path: string, options?: DefinitionListOptions): Promise<DefinitionList>;
  /** Ends the parser processes. */
  shutdown(): Promise<void>;
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    code?: CodeEngine;
  }
}
