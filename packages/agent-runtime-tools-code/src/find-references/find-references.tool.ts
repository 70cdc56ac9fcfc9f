import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { codeCall, engineOf } from '../code-call.ts';
import { notesSchema, pathSchema, precisionSchema, symbolNameSchema } from '../output-schemas.ts';
import { DEFAULT_LIMIT, type ReferenceList } from './find-references.ts';
import { version } from '../version.ts';

/** The `find_references` tool without the rest of the pack. It needs `services.code`. */
export const findReferencesTool = defineTool({
  name: 'find_references',
  description:
    'Finds where a symbol is defined and used, never in strings or comments. With file, only references to the symbol of that file: ' +
    'files that do not import it are left out, and property names are told from other names.',
  version,
  parameters: Type.Object({
    symbol: symbolNameSchema,
    path: Type.Optional(pathSchema),
    file: Type.Optional(
      Type.String({
        description: 'File that defines or imports the symbol.',
        minLength: 1,
        examples: ['src/index.ts'],
      }),
    ),
    line: Type.Optional(
      Type.Integer({ description: 'Line of the definition in file, if there are several.', minimum: 1 }),
    ),
    limit: Type.Optional(
      Type.Integer({ description: 'The most references.', minimum: 1, maximum: 5_000, default: DEFAULT_LIMIT }),
    ),
  }),
  output: Type.Object({
    references: Type.Array(
      Type.Object({
        file: Type.String(),
        line: Type.Integer(),
        column: Type.Integer(),
        context: Type.String(),
        isDefinition: Type.Boolean(),
        role: Type.Enum(['definition', 'import', 'property', 'use'], { type: 'string' }),
      }),
    ),
    total: Type.Integer(),
    truncated: Type.Boolean(),
    precision: precisionSchema,
    notes: notesSchema,
  }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  parameterAliases: { name: 'symbol', directory: 'path' },
  validate: ({ file, line }) =>
    line !== undefined && file === undefined ? { valid: false, errors: ['line needs file'] } : { valid: true },
  resources: () => [allFilesResource('read')],
  async execute({ symbol, path = '.', file, line, limit = DEFAULT_LIMIT }, context) {
    const options = {
      ...codeCall(context),
      limit,
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
    };
    return ok(await engineOf(context).findReferences(symbol, path, options));
  },
  preview: (result, maxLines) => (result.ok ? referenceLines(result.value).slice(0, maxLines) : [result.error.message]),
  toModelOutput: (value) => [{ type: 'text', text: referenceLines(value).join('\n') }],
});

function referenceLines({ references, total, truncated, precision, notes = [] }: ReferenceList): string[] {
  return [
    `${total} references (${precision})`,
    ...references.map(({ file, line, role, context }) => `${printable(file)}:${line}: [${role}] ${printable(context)}`),
    ...(truncated ? [`[the first ${references.length} of ${total}; raise limit or narrow path]`] : []),
    ...notes.map((note) => `[${printable(note)}]`),
  ];
}
