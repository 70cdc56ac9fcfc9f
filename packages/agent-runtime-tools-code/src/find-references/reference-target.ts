import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { CodeCall } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import { qualifiedName, symbolNotFound } from '../get-symbol-info/get-symbol-info.ts';
import type { IndexedFile } from '../indexer/code-index.ts';
import { onlyFile } from '../indexer/only-file.ts';
import { followImport, importOf } from '../modules/follow-export.ts';
import { ModuleResolver } from '../modules/module-resolver.ts';

/** The definition whose references are wanted. */
export interface ReferenceTarget {
  readonly file: string;
  /** The line of the definition, if the caller gave one. */
  readonly line: number | undefined;
  /** It belongs to a class, an interface or an object. */
  readonly isMember: boolean;
  /** Whether a file can refer to it: it imports the name from there, or the symbol is a member. */
  mayRefer(file: IndexedFile): Promise<boolean>;
}

/** Throws a ToolFailure if the file neither defines nor imports the symbol. */
export async function targetOf(
  { index, workspace }: EngineParts,
  { symbol, file: path, line }: { readonly symbol: string; readonly file: string; readonly line: number | undefined },
  call: CodeCall,
): Promise<ReferenceTarget> {
  const given = await onlyFile(index, path, call);
  const context = { index, call, resolver: await ModuleResolver.create(workspace) };
  const name = symbol.slice(symbol.lastIndexOf('.') + 1);
  const definitions = given.file.symbols.filter((each) => each.name === symbol || qualifiedName(each) === symbol);
  const defined = definitions.find((each) => each.line === line) ?? definitions[0];
  const imported = defined === undefined ? importOf(given, symbol) : undefined;
  const origin = imported && (await followImport(given.path, imported, context));
  if (defined === undefined && origin?.file === undefined && !given.file.names.includes(name))
    throw new ToolFailure(symbolNotFound(symbol, given.path, given.file.symbols));
  const file = origin?.file ?? given.path;
  const isMember = defined?.container !== undefined;
  return {
    file,
    line: isMember ? line : undefined,
    isMember,
    async mayRefer(candidate) {
      if (isMember || candidate.path === file || candidate.path === given.path) return true;
      for (const { source, symbols } of namedImports(candidate, name)) {
        for (const each of symbols) {
          const found = await followImport(candidate.path, { source, name: each }, context);
          if (found?.file === file) return true;
        }
      }
      return false;
    },
  };
}

/** The imports and re-exports of a file that can bring in a name: by that name, under another one, or as a whole module. */
function namedImports({ file }: IndexedFile, name: string): { source: string; symbols: string[] }[] {
  const imports = file.imports.flatMap(({ source, symbols, isDefault, isNamespace }) => {
    const wanted = isNamespace
      ? [name]
      : [...symbols.filter((each) => each === name), ...(isDefault ? ['default'] : [])];
    return wanted.length === 0 ? [] : [{ source, symbols: wanted }];
  });
  const exports = file.exports.flatMap(({ from, name: exported, local }) =>
    from !== undefined && [exported, local].includes(name) ? [{ source: from, symbols: [local ?? exported] }] : [],
  );
  return [...imports, ...exports];
}
