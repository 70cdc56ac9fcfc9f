export { codePack } from './code-pack.ts';
export { createCodeEngine, type CodeEngineOptions } from './create-code-engine.ts';
export { codeErrors } from './errors.ts';
export { buildDependencyGraphTool } from './build-dependency-graph/build-dependency-graph.tool.ts';
export { findReferencesTool } from './find-references/find-references.tool.ts';
export { getCodebaseMapTool } from './get-codebase-map/get-codebase-map.tool.ts';
export { getImportsExportsTool } from './get-imports-exports/get-imports-exports.tool.ts';
export { getSymbolInfoTool } from './get-symbol-info/get-symbol-info.tool.ts';
export { listCodeDefinitionsTool } from './list-code-definitions/list-code-definitions.tool.ts';
export { resolveSymbolTool } from './resolve-symbol/resolve-symbol.tool.ts';
export { searchCodeTool } from './search-code/search-code.tool.ts';

export type {
  DependencyEdge,
  DependencyGraph,
  DependencyGraphOptions,
} from './build-dependency-graph/build-dependency-graph.ts';
export type { CodeReference, FindReferencesOptions, ReferenceList } from './find-references/find-references.ts';
export type { SymbolLocation } from './resolve-symbol/resolve-symbol.ts';
export type { CodeCall, CodeEngine, Precision } from './code-engine.ts';
export type { CodebaseMap, CodebaseMapOptions } from './get-codebase-map/get-codebase-map.ts';
export type { ImportsExports } from './get-imports-exports/get-imports-exports.ts';
export type { SymbolInfo } from './get-symbol-info/get-symbol-info.ts';
export type { CodeExport, CodeImport, CodeSymbol, SymbolKind } from './indexer/code-file.ts';
export type { LanguageServerCommands, ServerLanguage } from './language-server/server-commands.ts';
export type { Language } from './indexer/source-languages.ts';
export type {
  DefinitionList,
  DefinitionListOptions,
  FileDefinitions,
} from './list-code-definitions/list-code-definitions.ts';
export type {
  CodeMatch,
  CodeSearchOptions,
  CodeSearchResult,
  StructureSearchOptions,
} from './search-code/search-code.ts';
