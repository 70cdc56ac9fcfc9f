import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { buildDependencyGraph } from './build-dependency-graph/build-dependency-graph.ts';
import type { CodeEngine } from './code-engine.ts';
import { findReferences } from './find-references/find-references.ts';
import { getCodebaseMap } from './get-codebase-map/get-codebase-map.ts';
import { getImportsExports } from './get-imports-exports/get-imports-exports.ts';
import { getSymbolInfo } from './get-symbol-info/get-symbol-info.ts';
import { CodeIndex } from './indexer/code-index.ts';
import { listCodeDefinitions } from './list-code-definitions/list-code-definitions.ts';
import { ParserPool } from './parser/parser-pool.ts';
import { resolveSymbol } from './resolve-symbol/resolve-symbol.ts';
import { searchStructure, searchSymbols } from './search-code/search-code.ts';

export interface CodeEngineOptions {
  /** The files that the engine reads. */
  readonly workspace: Workspace;
}

/** What the functions of the engine work with. */
export interface EngineParts {
  readonly workspace: Workspace;
  readonly index: CodeIndex;
  readonly pool: ParserPool;
}

/** Creates the engine. Nothing is loaded or read before the first question. */
export function createCodeEngine({ workspace }: CodeEngineOptions): CodeEngine {
  const pool = new ParserPool();
  const index = new CodeIndex(workspace, pool);
  const parts: EngineParts = { workspace, pool, index };
  return {
    generateRepoMap: (path, options = {}) => getCodebaseMap(parts, path, options),
    search: (path, query, options = {}) => searchSymbols(parts, { path, query }, options),
    searchStructure: (path, pattern, options = {}) => searchStructure(parts, { path, pattern }, options),
    getSymbolInfo: (file, symbol, options = {}) => getSymbolInfo(parts, { file, symbol }, options),
    getImportsExports: (file, options = {}) => getImportsExports(parts, file, options),
    buildDependencyGraph: (path, options = {}) => buildDependencyGraph(parts, path, options),
    resolveSymbol: (symbol, file, options = {}) => resolveSymbol(parts, { symbol, file }, options),
    findReferences: (symbol, path, options = {}) => findReferences(parts, { symbol, path }, options),
    listDefinitions: (path, options = {}) => listCodeDefinitions(parts, path, options),
    async shutdown() {
      pool.stop();
      await index.flush();
    },
  };
}
