import { engineTool } from '../../make/engine-tool.ts';

export const getImportsExportsTool = engineTool({
  name: 'get_imports_exports',
  description: 'Returns the imports and exports of a file.',
  parametersDescription: 'Parameters for imports and exports',
  required: { file: 'The file' },
  method: 'getImportsExports',
  errorCode: 'IMPORTS_EXPORTS_ERROR',
  ask: (engine, { file }) => engine.getImportsExports(file),
});

export default getImportsExportsTool;
