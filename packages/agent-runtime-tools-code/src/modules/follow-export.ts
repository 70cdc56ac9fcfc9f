import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { CodeCall } from '../code-engine.ts';
import type { CodeSymbol } from '../indexer/code-file.ts';
import type { CodeIndex, IndexedFile } from '../indexer/code-index.ts';
import { onlyFile } from '../indexer/only-file.ts';
import type { ModuleResolver } from './module-resolver.ts';

export interface FollowContext {
  readonly index: CodeIndex;
  readonly resolver: ModuleResolver;
  readonly call: CodeCall;
}

/** Where a name comes from. */
export interface SymbolOrigin {
  /** Undefined if the file is not in the workspace. */
  readonly file: string | undefined;
  /** Undefined for a whole module and for a file that cannot be read. */
  readonly symbol: CodeSymbol | undefined;
  readonly external: boolean;
  readonly package: string | undefined;
}

/** The name by which a file imports or re-exports something from another module. */
export interface ImportedName {
  readonly source: string;
  /** `default`, `*` for the whole module, or the exported name. */
  readonly name: string;
}

/** What an identifier at the top level of a file is imported as; undefined if it is not imported. */
export function importOf({ file }: IndexedFile, local: string): ImportedName | undefined {
  for (const { source, symbols, aliases = {}, isDefault, isNamespace, form } of file.imports) {
    if (form === 'dynamic' || form === 'type') continue;
    for (const [at, name] of symbols.entries()) {
      if ((aliases[name] ?? name) !== local) continue;
      if (isDefault && at === 0) return { source, name: 'default' };
      return { source, name: isNamespace && at === symbols.length - 1 ? '*' : name };
    }
  }
  return undefined;
}

/** Follows a name through imports and re-exports to its definition. Undefined if a file on the way does not export it. */
export async function followImport(
  from: string,
  imported: ImportedName,
  context: FollowContext,
  seen: ReadonlySet<string> = new Set(),
): Promise<SymbolOrigin | undefined> {
  const { file, external, package: name } = context.resolver.resolve(from, imported.source);
  const end = { file, external, package: name, symbol: undefined };
  const key = `${file}\0${imported.name}`;
  if (file === undefined || imported.name === '*') return end;
  if (seen.has(key) || seen.size > MAX_HOPS) return undefined;
  const indexed = await readModule(file, context);
  if (indexed === undefined) return end;
  const origin = await followExport(indexed, imported.name, context, new Set([...seen, key]));
  return origin && { ...origin, external: external || origin.external, package: name ?? origin.package };
}

const MAX_HOPS = 30;

async function readModule(file: string, { index, call }: FollowContext): Promise<IndexedFile | undefined> {
  try {
    return await onlyFile(index, file, call);
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

async function followExport(
  indexed: IndexedFile,
  name: string,
  context: FollowContext,
  seen: ReadonlySet<string>,
): Promise<SymbolOrigin | undefined> {
  const { exports } = indexed.file;
  const own =
    exports.find((each) => each.name === name) ??
    (name === 'default' ? exports.find((each) => each.name === 'export=') : undefined);
  if (own?.from !== undefined) {
    const target = { source: own.from, name: own.kind === 'namespace' ? '*' : (own.local ?? own.name) };
    return await followImport(indexed.path, target, context, seen);
  }
  if (own !== undefined) {
    const local = own.local ?? own.name;
    const symbol = indexed.file.symbols.find((each) => each.container === undefined && each.name === local);
    const imported = symbol === undefined ? importOf(indexed, local) : undefined;
    if (imported !== undefined) return await followImport(indexed.path, imported, context, seen);
    return { file: indexed.path, symbol, external: false, package: undefined };
  }
  for (const each of exports) {
    if (each.name !== '*' || each.from === undefined || name === 'default') continue;
    const origin = await followImport(indexed.path, { source: each.from, name }, context, seen);
    if (origin !== undefined) return origin;
  }
  return undefined;
}
