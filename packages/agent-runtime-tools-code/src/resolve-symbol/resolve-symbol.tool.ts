import { defineTool, ok, printable, Type } from '@ku0/agent-runtime-tools-core';
import { allFilesResource } from '@ku0/agent-runtime-tools-workspace';
import { codeCall, engineOf } from '../code-call.ts';
import { SYMBOL_KINDS } from '../indexer/code-file.ts';
import { fileSchema, precisionSchema, symbolNameSchema } from '../output-schemas.ts';
import type { SymbolLocation } from './resolve-symbol.ts';
import { version } from '../version.ts';

/** The `resolve_symbol` tool without the rest of the pack. It needs `services.code`. */
export const resolveSymbolTool = defineTool({
  name: 'resolve_symbol',
  description:
    'Finds where a name that a source file uses is defined: follows imports, re-exports, path aliases and package exports.',
  version,
  parameters: Type.Object({ symbol: symbolNameSchema, file: fileSchema }),
  output: Type.Object({
    name: Type.String(),
    file: Type.Optional(Type.String()),
    line: Type.Optional(Type.Integer()),
    column: Type.Optional(Type.Integer()),
    kind: Type.Enum([...SYMBOL_KINDS, 'unknown'], { type: 'string' }),
    external: Type.Boolean({ description: 'It belongs to an installed package or to Node.' }),
    package: Type.Optional(Type.String()),
    precision: precisionSchema,
  }),
  capabilities: { readsFiles: true, idempotent: true, retryable: true },
  parameterAliases: { name: 'symbol', path: 'file' },
  // The definition may be in any file.
  resources: () => [allFilesResource('read')],
  async execute({ symbol, file }, context) {
    return ok(await engineOf(context).resolveSymbol(symbol, file, codeCall(context)));
  },
  preview: (result) => [result.ok ? locationText(result.value) : result.error.message],
  toModelOutput: (value) => [{ type: 'text', text: locationText(value) }],
});

function locationText({ name, file, line, kind, package: owner }: SymbolLocation): string {
  const place = file === undefined ? '' : ` in ${printable(file)}${line === undefined ? '' : `:${line}`}`;
  return `${printable(name)}: ${kind}${place}${owner === undefined ? '' : `, package ${printable(owner)}`}`;
}
