import { engineTool } from '../../make/engine-tool.ts';

export const getCodebaseMapTool = engineTool({
  name: 'get_codebase_map',
  description: 'Returns a map of the code base: its files with their signatures.',
  parametersDescription: 'Parameters for the map',
  path: 'Directory to map (default ".")',
  method: 'generateRepoMap',
  errorCode: 'REPO_MAP_ERROR',
  ask: (engine, { path }) => engine.generateRepoMap(path),
});

export default getCodebaseMapTool;
