import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { codeCall, engineOf } from '../code-call.ts';
import { notesSchema, pathSchema, precisionSchema } from '../output-schemas.ts';
import { DEFAULT_TOKENS, type CodebaseMap } from './get-codebase-map.ts';
import { version } from '../version.ts';

/** The `get_codebase_map` tool without the rest of the pack. It needs `services.code`. */
export const getCodebaseMapTool = defineTool({
  name: 'get_codebase_map',
  description:
    'Shows the source files of a folder with the signatures of their definitions, the files that others refer to most first, ' +
    'within a budget of tokens. A good first look at an unknown code base.',
  version,
  parameters: Type.Object({
    path: Type.Optional(pathSchema),
    maxTokens: Type.Optional(
      Type.Integer({ description: 'Size of the map.', minimum: 50, maximum: 100_000, default: DEFAULT_TOKENS }),
    ),
  }),
  output: Type.Object({
    map: Type.String(),
    files: Type.Integer({ description: 'Number of files in the map.' }),
    totalFiles: Type.Integer(),
    tokens: Type.Integer({ description: 'Estimated.' }),
    truncated: Type.Boolean(),
    precision: precisionSchema,
    notes: notesSchema,
  }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  parameterAliases: { directory: 'path', max_tokens: 'maxTokens' },
  resources: ({ path = '.' }) => [fileResource(path, 'read')],
  async execute({ path = '.', maxTokens = DEFAULT_TOKENS }, context) {
    return ok(await engineOf(context).generateRepoMap(path, { ...codeCall(context), maxTokens }));
  },
  preview: (result, maxLines) => (result.ok ? mapLines(result.value).slice(0, maxLines) : [result.error.message]),
  toModelOutput: (value) => [{ type: 'text', text: mapLines(value).join('\n') }],
});

function mapLines({ map, files, totalFiles, truncated, notes = [] }: CodebaseMap): string[] {
  const lines = map === '' ? ['No source files.'] : map.split('\n').map((line) => printable(line));
  if (truncated) lines.push(`[${files} of ${totalFiles} files; raise maxTokens or choose a folder]`);
  return [...lines, ...notes.map((note) => `[${printable(note)}]`)];
}
