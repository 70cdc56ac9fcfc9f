import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { CodeCall, Precision } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import { qualifiedName, symbolNotFound } from '../get-symbol-info/get-symbol-info.ts';
import type { SymbolKind } from '../indexer/code-file.ts';
import type { IndexedFile } from '../indexer/code-index.ts';
import { onlyFile } from '../indexer/only-file.ts';
import { followImport, importOf } from '../modules/follow-export.ts';
import { followSource } from '../modules/follow-source.ts';
import { ModuleResolver } from '../modules/module-resolver.ts';
import { isTreeSitterLanguage } from '../indexer/source-languages.ts';
import { semanticLocation } from './semantic-location.ts';

export interface SymbolLocation {
  name: string;
  /** Undefined for a module that is not in the workspace. */
  file?: string;
  line?: number;
  column?: number;
  kind: SymbolKind | 'unknown';
  /** It belongs to an installed package or to Node. */
  external: boolean;
  package?: string;
  precision: Precision;
}

/** Where a name that a file defines, imports or re-exports is defined: by a language server if there is one, else by the index. */
export async function resolveSymbol(
  parts: EngineParts,
  { symbol, file: path }: { readonly symbol: string; readonly file: string },
  call: CodeCall,
): Promise<SymbolLocation> {
  const { index, workspace } = parts;
  const indexed = await onlyFile(index, path, call);
  const semantic = await semanticLocation(parts, indexed, symbol, call);
  if (semantic !== undefined) return semantic;
  const found = indexed.file.symbols.find((each) => each.name === symbol || qualifiedName(each) === symbol);
  if (found === undefined && isTreeSitterLanguage(indexed.language))
    return await resolveByConvention({ index }, indexed, symbol, call);
  const reexported = indexed.file.exports.find((each) => each.name === symbol && each.from !== undefined);
  const imported =
    importOf(indexed, symbol) ??
    (reexported?.from === undefined
      ? undefined
      : { source: reexported.from, name: reexported.local ?? reexported.name });
  // A definition at the top level comes before an import, and an import before a member of the same name.
  if (found !== undefined && (found.container === undefined || imported === undefined)) {
    const { line, column, kind } = found;
    return { name: symbol, file: indexed.path, line, column, kind, external: false, precision: 'syntactic' };
  }
  if (imported === undefined) throw new ToolFailure(symbolNotFound(symbol, indexed.path, indexed.file.symbols));
  const context = { index, call, resolver: await ModuleResolver.create(workspace) };
  const origin = await followImport(indexed.path, imported, context);
  if (origin === undefined)
    throw new ToolFailure(
      symbolNotFound(
        symbol,
        indexed.path,
        [],
        `${indexed.path} imports ${symbol} from ${imported.source}, which does not export it.`,
      ),
    );
  const at = origin.symbol ?? (origin.file === undefined ? undefined : { line: 1, column: 1, kind: 'module' as const });
  return {
    name: symbol,
    ...(origin.file !== undefined && { file: origin.file }),
    ...(at !== undefined && { line: at.line, column: at.column }),
    kind: at?.kind ?? 'unknown',
    external: origin.external,
    ...(origin.package !== undefined && { package: origin.package }),
    precision: 'syntactic',
  };
}

/** Follows the imports of a language without a module resolver. */
async function resolveByConvention(
  { index }: Pick<EngineParts, 'index'>,
  indexed: IndexedFile,
  symbol: string,
  call: CodeCall,
): Promise<SymbolLocation> {
  const name = symbol.slice(symbol.lastIndexOf('.') + 1);
  const found = await followSource(indexed, name, { index, call });
  if (found === undefined) throw new ToolFailure(symbolNotFound(symbol, indexed.path, indexed.file.symbols));
  if ('library' in found)
    return { name: symbol, kind: 'unknown', external: true, package: found.library, precision: 'syntactic' };
  const { line, column, kind } = found.symbol;
  return { name: symbol, file: found.file.path, line, column, kind, external: false, precision: 'syntactic' };
}
