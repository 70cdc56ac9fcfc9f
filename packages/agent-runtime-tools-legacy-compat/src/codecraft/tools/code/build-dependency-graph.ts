import { engineTool } from '../../make/engine-tool.ts';

export const buildDependencyGraphTool = engineTool({
  name: 'build_dependency_graph',
  description: 'Returns which files of a directory import which.',
  parametersDescription: 'Parameters for the dependency graph',
  path: 'Directory of the graph (default ".")',
  method: 'buildDependencyGraph',
  errorCode: 'DEPENDENCY_GRAPH_ERROR',
  ask: (engine, { path }) => engine.buildDependencyGraph(path),
});

export default buildDependencyGraphTool;
