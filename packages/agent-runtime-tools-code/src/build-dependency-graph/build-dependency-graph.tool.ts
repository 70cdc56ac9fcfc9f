import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { codeCall, engineOf } from '../code-call.ts';
import { notesSchema, pathSchema, precisionSchema } from '../output-schemas.ts';
import { DEFAULT_LIMIT, type DependencyGraph } from './build-dependency-graph.ts';
import { version } from '../version.ts';

/** The `build_dependency_graph` tool without the rest of the pack. It needs `services.code`. */
export const buildDependencyGraphTool = defineTool({
  name: 'build_dependency_graph',
  description:
    'Shows which source files import which, and which import each other in cycles. Resolves path aliases, package exports, ' +
    'workspace packages and index files. format mermaid or dot adds the graph as text for a diagram.',
  version,
  parameters: Type.Object({
    path: Type.Optional(pathSchema),
    format: Type.Optional(
      Type.Enum(['json', 'mermaid', 'dot'], { type: 'string', description: 'Also as text.', default: 'json' }),
    ),
    limit: Type.Optional(
      Type.Integer({ description: 'The most edges.', minimum: 1, maximum: 20_000, default: DEFAULT_LIMIT }),
    ),
  }),
  output: Type.Object({
    nodes: Type.Array(Type.Object({ file: Type.String(), exports: Type.Array(Type.String()) })),
    edges: Type.Array(
      Type.Object({
        from: Type.String(),
        to: Type.String({ description: 'A file, or the name of a package.' }),
        symbols: Type.Array(Type.String()),
        external: Type.Boolean(),
        unresolved: Type.Optional(Type.Literal(true)),
      }),
    ),
    cycles: Type.Array(Type.Array(Type.String())),
    text: Type.Optional(Type.String()),
    totalEdges: Type.Integer(),
    truncated: Type.Boolean(),
    precision: precisionSchema,
    notes: notesSchema,
  }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  parameterAliases: { directory: 'path' },
  // Imports lead to files outside of path.
  resources: () => [allFilesResource('read')],
  async execute({ path = '.', format = 'json', limit = DEFAULT_LIMIT }, context) {
    return ok(await engineOf(context).buildDependencyGraph(path, { ...codeCall(context), format, limit }));
  },
  preview: (result, maxLines) => (result.ok ? graphLines(result.value).slice(0, maxLines) : [result.error.message]),
  toModelOutput: (value) => [{ type: 'text', text: graphLines(value).join('\n') }],
});

function graphLines({ nodes, edges, cycles, text, totalEdges, truncated, notes = [] }: DependencyGraph): string[] {
  const listed = edges.map(
    ({ from, to, unresolved }) => `${printable(from)} -> ${printable(to)}${unresolved === true ? ' (not found)' : ''}`,
  );
  return [
    `${nodes.length} files, ${totalEdges} dependencies, ${cycles.length} cycles`,
    ...cycles.map((cycle) => `cycle: ${cycle.map((file) => printable(file)).join(', ')}`),
    ...(text === undefined ? listed : text.split('\n').map((line) => printable(line))),
    ...(truncated ? [`[the first ${edges.length} of ${totalEdges}; raise limit or choose a folder]`] : []),
    ...notes.map((note) => `[${printable(note)}]`),
  ];
}
