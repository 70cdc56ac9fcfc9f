import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { codeCall, engineOf } from '../code-call.ts';
import { languageSchema, notesSchema, precisionSchema, symbolSchema } from '../output-schemas.ts';
import { DEFAULT_LIMIT, type DefinitionList } from './list-code-definitions.ts';
import { version } from '../version.ts';

/** The `list_code_definitions` tool without the rest of the pack. It needs `services.code`. */
export const listCodeDefinitionsTool = defineTool({
  name: 'list_code_definitions',
  description:
    'Lists the definitions of a source file, or of all source files of a folder: functions, classes, methods, types, constants, ' +
    'with their signatures and lines. Cheaper than reading the files.',
  version,
  parameters: Type.Object({
    path: Type.String({
      description: 'Folder or file, relative to the workspace root.',
      minLength: 1,
      examples: ['src/index.ts'],
    }),
    limit: Type.Optional(
      Type.Integer({
        description: 'The most definitions to list.',
        minimum: 1,
        maximum: 5_000,
        default: DEFAULT_LIMIT,
      }),
    ),
  }),
  output: Type.Object({
    files: Type.Array(
      Type.Object({
        file: Type.String(),
        language: languageSchema,
        definitions: Type.Array(symbolSchema),
        syntaxError: Type.Optional(Type.String()),
      }),
    ),
    total: Type.Integer(),
    truncated: Type.Boolean(),
    precision: precisionSchema,
    notes: notesSchema,
  }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  parameterAliases: { file: 'path', directory: 'path' },
  resources: ({ path }) => [fileResource(path, 'read')],
  async execute({ path, limit = DEFAULT_LIMIT }, context) {
    return ok(await engineOf(context).listDefinitions(path, { ...codeCall(context), limit }));
  },
  preview: (result, maxLines) =>
    result.ok ? definitionLines(result.value).slice(0, maxLines) : [result.error.message],
  toModelOutput: (value) => [{ type: 'text', text: definitionLines(value).join('\n') }],
});

function definitionLines({ files, total, truncated, notes = [] }: DefinitionList): string[] {
  const lines = files.flatMap(({ file, definitions, syntaxError }) => [
    `${printable(file)}:`,
    ...(syntaxError === undefined ? [] : [`  [syntax error: ${printable(syntaxError)}]`]),
    ...definitions.map(
      ({ line, endLine, signature, container }) =>
        `  ${container === undefined ? '' : '  '}${line}-${endLine}: ${printable(signature)}`,
    ),
  ]);
  if (total === 0) lines.push('No definitions.');
  if (truncated) lines.push(`[${total} definitions in all; raise limit or name one of the folders or files]`);
  return [...lines, ...notes.map((note) => `[${printable(note)}]`)];
}
