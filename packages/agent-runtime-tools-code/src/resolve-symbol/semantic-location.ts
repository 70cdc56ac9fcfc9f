import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { CodeCall } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import type { IndexedFile } from '../indexer/code-index.ts';
import { onlyFile } from '../indexer/only-file.ts';
import { LanguageServerFailure } from '../language-server/language-client.ts';
import { symbolPosition } from '../language-server/symbol-position.ts';
import type { SymbolLocation } from './resolve-symbol.ts';

/** The definition that a language server finds. Undefined if there is no server, or none in a source file that tools may see. */
export async function semanticLocation(
  parts: EngineParts,
  given: IndexedFile,
  symbol: string,
  call: CodeCall,
): Promise<SymbolLocation | undefined> {
  try {
    if (!(await parts.servers.hasServer(given.language))) return undefined;
    const position = await symbolPosition(parts, given, { symbol }, call);
    if (position === undefined) return undefined;
    const [found] = (await parts.servers.locate('textDocument/definition', { file: given, ...position }, call)) ?? [];
    if (found?.file === undefined) return undefined;
    const target = await onlyFile(parts.index, found.file, call);
    const name = symbol.slice(symbol.lastIndexOf('.') + 1);
    const onLine = target.file.symbols.filter((each) => each.line === found.line);
    const definition = onLine.find((each) => each.name === name) ?? onLine[0];
    const installed = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(found.path)?.[1];
    return {
      name: symbol,
      file: target.path,
      line: found.line,
      column: found.column,
      kind: definition?.kind ?? (found.line === 1 && found.column === 1 ? 'module' : 'unknown'),
      external: installed !== undefined,
      ...(installed !== undefined && { package: installed }),
      precision: 'semantic',
    };
  } catch (error) {
    // The index answers instead: the server failed, or leads to a file that cannot be read.
    if (error instanceof LanguageServerFailure || error instanceof ToolFailure) return undefined;
    throw error;
  }
}
