import { engineTool } from '../../make/engine-tool.ts';
import { symbolNotFound } from '../../make/failures.ts';

export const getSymbolInfoTool = engineTool({
  name: 'get_symbol_info',
  description: 'Returns the kind, signature and documentation of a symbol in a file.',
  parametersDescription: 'Parameters for looking up a symbol',
  required: { symbol: 'Name of the symbol', file: 'File that contains the symbol' },
  method: 'getSymbolInfo',
  errorCode: 'SYMBOL_INFO_ERROR',
  ask: (engine, { file, symbol }) => engine.getSymbolInfo(file, symbol),
  nothing: symbolNotFound,
});

export default getSymbolInfoTool;
