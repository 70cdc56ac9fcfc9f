import type { DependencyEdge } from './build-dependency-graph.ts';

/** The graph for mermaid. Nodes have short ids, because file names are not valid ids. */
export function mermaidText(edges: readonly DependencyEdge[]): string {
  const ids = nodeIds(edges);
  return [
    'graph LR',
    ...[...ids].map(([name, id]) => `  ${id}["${label(name)}"]`),
    ...edges.map(({ from, to, external }) => `  ${ids.get(from)} ${external ? '-.->' : '-->'} ${ids.get(to)}`),
  ].join('\n');
}

/** The graph for Graphviz. */
export function dotText(edges: readonly DependencyEdge[]): string {
  return [
    'digraph dependencies {',
    ...edges.map(({ from, to, external }) => `  ${quoted(from)} -> ${quoted(to)}${external ? ' [style=dashed]' : ''};`),
    '}',
  ].join('\n');
}

function label(name: string): string {
  return name.replaceAll('"', '#quot;').replaceAll(/[\r\n]/g, ' ');
}

function quoted(name: string): string {
  return `"${name
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
    .replaceAll(/[\r\n]/g, ' ')}"`;
}

function nodeIds(edges: readonly DependencyEdge[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const { from, to } of edges) for (const name of [from, to]) if (!ids.has(name)) ids.set(name, `n${ids.size}`);
  return ids;
}
