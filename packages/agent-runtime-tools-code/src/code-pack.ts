import { definePack } from '@ku0/agent-runtime-tools-core';
import { buildDependencyGraphTool } from './build-dependency-graph/build-dependency-graph.tool.ts';
import { PROVIDE_CODE } from './code-call.ts';
import { findReferencesTool } from './find-references/find-references.tool.ts';
import { getCodebaseMapTool } from './get-codebase-map/get-codebase-map.tool.ts';
import { getImportsExportsTool } from './get-imports-exports/get-imports-exports.tool.ts';
import { getSymbolInfoTool } from './get-symbol-info/get-symbol-info.tool.ts';
import { listCodeDefinitionsTool } from './list-code-definitions/list-code-definitions.tool.ts';
import { resolveSymbolTool } from './resolve-symbol/resolve-symbol.tool.ts';
import { searchCodeTool } from './search-code/search-code.tool.ts';
import { packVersions } from './version.ts';

/** Tools that answer questions about source code. */
export function codePack() {
  return definePack({
    name: 'code',
    ...packVersions,
    tools: [
      searchCodeTool,
      getCodebaseMapTool,
      getSymbolInfoTool,
      getImportsExportsTool,
      buildDependencyGraphTool,
      resolveSymbolTool,
      findReferencesTool,
      listCodeDefinitionsTool,
    ],
    aliases: { codebase_search: 'search_code', list_code_definition_names: 'list_code_definitions' },
    services: { code: { provideWith: PROVIDE_CODE } },
  });
}
