import type { Processes } from '@ku0/agent-runtime-tools-processes';
import type { Workspace } from '@ku0/agent-runtime-tools-workspace';
import { buildDependencyGraph } from './build-dependency-graph/build-dependency-graph.ts';
import type { CodeEngine } from './code-engine.ts';
import { findReferences } from './find-references/find-references.ts';
import { getCodebaseMap } from './get-codebase-map/get-codebase-map.ts';
import { getImportsExports } from './get-imports-exports/get-imports-exports.ts';
import { getSymbolInfo } from './get-symbol-info/get-symbol-info.ts';
import { CodeIndex } from './indexer/code-index.ts';
import { DamagedRecord } from './indexer/file-record.ts';
import { LanguageServers } from './language-server/language-servers.ts';
import type { LanguageServerCommands } from './language-server/server-commands.ts';
import { listCodeDefinitions } from './list-code-definitions/list-code-definitions.ts';
import { ParserPool } from './parser/parser-pool.ts';
import { resolveSymbol } from './resolve-symbol/resolve-symbol.ts';
import { searchStructure, searchSymbols } from './search-code/search-code.ts';

export interface CodeEngineOptions {
  /** The files that the engine reads. */
  readonly workspace: Workspace;
  /** Starts language servers. Without it, all answers are syntactic. */
  readonly processes?: Processes;
  /**
   * Programs of language servers with their arguments, or false for none. Default: for TypeScript the compiler installed
   * beside this package, from version 7 on. Nothing of the workspace is started unless it is named here.
   */
  readonly languageServers?: LanguageServerCommands;
}

/** What the functions of the engine work with. */
export interface EngineParts {
  readonly workspace: Workspace;
  readonly index: CodeIndex;
  readonly pool: ParserPool;
  readonly servers: LanguageServers;
}

/** Creates the engine. Nothing is loaded or read before the first question. */
export function createCodeEngine({ workspace, processes, languageServers = {} }: CodeEngineOptions): CodeEngine {
  const pool = new ParserPool();
  const index = new CodeIndex(workspace, pool);
  const servers = new LanguageServers({ workspace, index, processes, commands: languageServers });
  const parts: EngineParts = { workspace, pool, index, servers };
  /** Asks again without the cache if somebody else has changed it. */
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      return await question();
    } catch (error) {
      if (!(error instanceof DamagedRecord)) throw error;
      index.discard();
      return await question();
    }
  };
  return {
    generateRepoMap: (path, options = {}) => ask(() => getCodebaseMap(parts, path, options)),
    search: (path, query, options = {}) => ask(() => searchSymbols(parts, { path, query }, options)),
    searchStructure: (path, pattern, options = {}) => ask(() => searchStructure(parts, { path, pattern }, options)),
    getSymbolInfo: (file, symbol, options = {}) => ask(() => getSymbolInfo(parts, { file, symbol }, options)),
    getImportsExports: (file, options = {}) => ask(() => getImportsExports(parts, file, options)),
    buildDependencyGraph: (path, options = {}) => ask(() => buildDependencyGraph(parts, path, options)),
    resolveSymbol: (symbol, file, options = {}) => ask(() => resolveSymbol(parts, { symbol, file }, options)),
    findReferences: (symbol, path, options = {}) => ask(() => findReferences(parts, { symbol, path }, options)),
    listDefinitions: (path, options = {}) => ask(() => listCodeDefinitions(parts, path, options)),
    async shutdown() {
      await servers.stop();
      pool.stop();
      await index.flush();
    },
  };
}
