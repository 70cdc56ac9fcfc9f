import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { CodeCall } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import { qualifiedName, symbolNotFound } from '../get-symbol-info/get-symbol-info.ts';
import type { CodeSymbol } from '../indexer/code-file.ts';
import type { IndexedFile } from '../indexer/code-index.ts';
import { onlyFile } from '../indexer/only-file.ts';
import { isTreeSitterLanguage, type Language } from '../indexer/source-languages.ts';
import { followImport, importOf } from '../modules/follow-export.ts';
import { followSource } from '../modules/follow-source.ts';
import { ModuleResolver } from '../modules/module-resolver.ts';

/** The definition whose references are wanted. */
export interface ReferenceTarget {
  readonly file: string;
  /** The line of the definition, if the caller gave one. */
  readonly line: number | undefined;
  /** It belongs to a class, an interface or an object. */
  readonly isMember: boolean;
  /** Every place with the name counts: the language has no module resolver. */
  readonly isByName?: boolean;
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
  if (isTreeSitterLanguage(given.language))
    return await targetByConvention({ index }, given, { symbol, defined }, call);
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

/** In languages without a module resolver, any file of the language that has the name may mean the symbol. */
async function targetByConvention(
  { index }: Pick<EngineParts, 'index'>,
  given: IndexedFile,
  { symbol, defined }: { readonly symbol: string; readonly defined: CodeSymbol | undefined },
  call: CodeCall,
): Promise<ReferenceTarget> {
  const name = symbol.slice(symbol.lastIndexOf('.') + 1);
  const origin =
    defined === undefined ? await followSource(given, name, { index, call }) : { file: given, symbol: defined };
  const found = origin !== undefined && 'symbol' in origin ? origin : undefined;
  if (found === undefined && !given.file.names.includes(name))
    throw new ToolFailure(symbolNotFound(symbol, given.path, given.file.symbols));
  return {
    file: found?.file.path ?? given.path,
    line: undefined,
    isMember: false,
    isByName: true,
    mayRefer: async (candidate) => familyOf(candidate.language) === familyOf(given.language),
  };
}

/** Headers belong to C and to C++. */
function familyOf(language: Language): Language {
  return language === 'cpp' ? 'c' : language;
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
