import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { codeCall, engineOf } from '../code-call.ts';
import { fileSchema, precisionSchema } from '../output-schemas.ts';
import type { ImportsExports } from './get-imports-exports.ts';
import { version } from '../version.ts';

/** The `get_imports_exports` tool without the rest of the pack. It needs `services.code`. */
export const getImportsExportsTool = defineTool({
  name: 'get_imports_exports',
  description:
    'Lists what a source file imports (with import, require and import()) and what it exports, with names, kinds and lines.',
  version,
  parameters: Type.Object({ file: fileSchema }),
  output: Type.Object({
    file: Type.String(),
    imports: Type.Array(
      Type.Object({
        source: Type.String(),
        symbols: Type.Array(Type.String()),
        isDefault: Type.Boolean(),
        isNamespace: Type.Boolean(),
        isType: Type.Boolean(),
        aliases: Type.Optional(Type.Record(Type.String(), Type.String())),
        form: Type.Union([
          Type.Literal('import'),
          Type.Literal('dynamic'),
          Type.Literal('require'),
          Type.Literal('type'),
        ]),
        line: Type.Integer(),
      }),
    ),
    exports: Type.Array(
      Type.Object({
        name: Type.String({ description: '"*" for export * from; "export=" for module.exports =.' }),
        kind: Type.String(),
        isDefault: Type.Boolean(),
        isType: Type.Boolean(),
        from: Type.Optional(Type.String({ description: 'The module it is re-exported from.' })),
        local: Type.Optional(Type.String({ description: 'Its name in this file or in from, if it differs.' })),
        line: Type.Integer(),
      }),
    ),
    precision: precisionSchema,
    syntaxError: Type.Optional(Type.String()),
  }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  parameterAliases: { path: 'file' },
  resources: ({ file }) => [fileResource(file, 'read')],
  async execute({ file }, context) {
    return ok(await engineOf(context).getImportsExports(file, codeCall(context)));
  },
  preview: (result, maxLines) => (result.ok ? moduleLines(result.value).slice(0, maxLines) : [result.error.message]),
  toModelOutput: (value) => [{ type: 'text', text: moduleLines(value).join('\n') }],
});

function moduleLines({ file, imports, exports, syntaxError }: ImportsExports): string[] {
  return [
    `${printable(file)}: ${imports.length} imports, ${exports.length} exports`,
    ...(syntaxError === undefined ? [] : [`[syntax error: ${printable(syntaxError)}]`]),
    ...imports.map(
      ({ line, source, symbols, isType, form }) =>
        `${line}: ${form}${isType && form !== 'type' ? ' type' : ''} ${printable(source)}${symbols.length > 0 ? `: ${printable(symbols.join(', '))}` : ''}`,
    ),
    ...exports.map(
      ({ line, name, kind, from, isDefault, local }) =>
        `${line}: export ${isDefault ? 'default ' : ''}${kind} ${printable(name)}${local === undefined ? '' : ` (${printable(local)})`}${from === undefined ? '' : ` from ${printable(from)}`}`,
    ),
  ];
}
