import type { CodeCall, Precision } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import type { CodeExport, CodeImport } from '../indexer/code-file.ts';
import { onlyFile } from '../indexer/only-file.ts';

export interface ImportsExports {
  file: string;
  imports: CodeImport[];
  exports: CodeExport[];
  precision: Precision;
  syntaxError?: string;
}

/** What a file imports and exports, in the order of its lines. */
export async function getImportsExports({ index }: EngineParts, path: string, call: CodeCall): Promise<ImportsExports> {
  const { path: name, file } = await onlyFile(index, path, call);
  return {
    file: name,
    imports: file.imports.toSorted((a, b) => a.line - b.line),
    exports: [...file.exports],
    precision: 'syntactic',
    ...(file.syntaxError !== undefined && { syntaxError: file.syntaxError }),
  };
}
