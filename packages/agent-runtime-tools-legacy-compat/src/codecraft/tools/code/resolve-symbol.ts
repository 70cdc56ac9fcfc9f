import { engineTool } from '../../make/engine-tool.ts';
import { symbolNotFound } from '../../make/failures.ts';

export const resolveSymbolTool = engineTool({
  name: 'resolve_symbol',
  description: 'Returns where a symbol that a file uses is defined.',
  parametersDescription: 'Parameters for resolving a symbol',
  required: { symbol: 'Name of the symbol', file: 'File that uses the symbol' },
  method: 'resolveSymbol',
  errorCode: 'RESOLVE_ERROR',
  ask: (engine, { symbol, file }) => engine.resolveSymbol(symbol, file),
  nothing: symbolNotFound,
});

export default resolveSymbolTool;
