import { engineTool } from '../../make/engine-tool.ts';

export const findReferencesTool = engineTool({
  name: 'find_references',
  description: 'Returns every place that names a symbol.',
  parametersDescription: 'Parameters for finding references',
  required: { symbol: 'Name of the symbol' },
  path: 'Directory to search (default ".")',
  method: 'findReferences',
  errorCode: 'REFERENCES_ERROR',
  ask: (engine, { symbol, path }) => engine.findReferences(symbol, path),
});

export default findReferencesTool;
