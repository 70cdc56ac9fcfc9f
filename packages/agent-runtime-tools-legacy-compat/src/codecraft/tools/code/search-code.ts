import { engineTool } from '../../make/engine-tool.ts';

export const searchCodeTool = engineTool({
  name: 'search_code',
  description: 'AST-based semantic search for code patterns and symbols...',
  parametersDescription: 'Parameters for code search',
  required: { query: 'Pattern or symbol to search for' },
  path: 'Directory to search (default ".")',
  method: 'search',
  errorCode: 'SEARCH_ERROR',
  ask: (engine, { path, query }) => engine.search(path, query),
});

export default searchCodeTool;
