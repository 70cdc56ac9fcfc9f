import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { fileResource } from '@ku0/agent-runtime-tools-workspace';
import { codeCall, engineOf } from '../code-call.ts';
import { fileSchema, precisionSchema, symbolNameSchema, symbolSchema } from '../output-schemas.ts';
import type { SymbolInfo } from './get-symbol-info.ts';
import { version } from '../version.ts';

/** The `get_symbol_info` tool without the rest of the pack. It needs `services.code`. */
export const getSymbolInfoTool = defineTool({
  name: 'get_symbol_info',
  description: 'Describes a symbol that a source file defines: kind, signature, documentation and lines.',
  version,
  parameters: Type.Object({
    symbol: symbolNameSchema,
    file: fileSchema,
  }),
  output: Type.Object({
    ...symbolSchema.properties,
    file: Type.String(),
    precision: precisionSchema,
    others: Type.Optional(
      Type.Array(Type.Object({ line: Type.Integer(), signature: Type.String() }), {
        description: 'Other definitions of the name in this file.',
      }),
    ),
  }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  parameterAliases: { name: 'symbol', path: 'file' },
  resources: ({ file }) => [fileResource(file, 'read')],
  async execute({ symbol, file }, context) {
    return ok(await engineOf(context).getSymbolInfo(file, symbol, codeCall(context)));
  },
  preview: (result, maxLines) => (result.ok ? infoLines(result.value).slice(0, maxLines) : [result.error.message]),
  toModelOutput: (value) => [{ type: 'text', text: infoLines(value).join('\n') }],
});

function infoLines({ kind, signature, documentation, file, line, endLine, others = [] }: SymbolInfo): string[] {
  return [
    `${printable(file)}:${line}-${endLine} (${kind})`,
    printable(signature),
    ...(documentation === undefined ? [] : documentation.split('\n').map((each) => printable(each))),
    ...others.map((other) => `also in line ${other.line}: ${printable(other.signature)}`),
  ];
}
