import { buildDependencyGraphTool } from './tools/code/build-dependency-graph.ts';
import { findReferencesTool } from './tools/code/find-references.ts';
import { getCodebaseMapTool } from './tools/code/get-codebase-map.ts';
import { getImportsExportsTool } from './tools/code/get-imports-exports.ts';
import { getSymbolInfoTool } from './tools/code/get-symbol-info.ts';
import { resolveSymbolTool } from './tools/code/resolve-symbol.ts';
import { searchCodeTool } from './tools/code/search-code.ts';
import { deleteFileTool } from './tools/files/delete-file.ts';
import { editFileTool } from './tools/files/edit-file.ts';
import { listDirectoryTool } from './tools/files/list-directory.ts';
import { readFileTool } from './tools/files/read-file.ts';
import { writeFileTool } from './tools/files/write-file.ts';
import { detectProjectTypeTool } from './tools/project/detect-project-type.ts';
import { extractConventionsTool } from './tools/project/extract-conventions.ts';
import { getProjectOverviewTool } from './tools/project/get-project-overview.ts';
import { globTool } from './tools/search/glob.ts';
import { grepTool } from './tools/search/grep.ts';
import { runCommandTool } from './tools/shell/run-command.ts';
import { todoWriteTool } from './tools/todo-write.ts';
import type { Tool } from './types/tool.ts';

/** The tools, in the order in which they are declared. */
export const allTools: readonly Tool[] = [
  readFileTool,
  writeFileTool,
  editFileTool,
  deleteFileTool,
  globTool,
  grepTool,
  listDirectoryTool,
  runCommandTool,
  todoWriteTool,
  searchCodeTool,
  getCodebaseMapTool,
  getSymbolInfoTool,
  getImportsExportsTool,
  buildDependencyGraphTool,
  resolveSymbolTool,
  findReferencesTool,
  detectProjectTypeTool,
  extractConventionsTool,
  getProjectOverviewTool,
];
