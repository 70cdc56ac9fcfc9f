import type { CodeCall } from '../code-engine.ts';
import type { CodeImport, CodeSymbol } from '../indexer/code-file.ts';
import type { CodeIndex, IndexedFile } from '../indexer/code-index.ts';
import { SourceFinder } from './source-finder.ts';

export interface FoundSource {
  readonly file: IndexedFile;
  readonly symbol: CodeSymbol;
}

/** Where a name of a file is defined, for languages without a module resolver. */
export async function followSource(
  from: IndexedFile,
  name: string,
  { index, call }: { readonly index: CodeIndex; readonly call: CodeCall },
): Promise<FoundSource | { readonly library: string } | undefined> {
  const { files } = await index.scope('.', call);
  const finder = new SourceFinder(files);
  const seen = new Set<IndexedFile>();
  const search = (file: IndexedFile, wanted: string, depth: number): FoundSource | undefined => {
    if (seen.has(file) || seen.size > MAX_FILES) return undefined;
    seen.add(file);
    const symbol = depth === 0 ? undefined : definitionIn(file, wanted);
    if (symbol !== undefined) return { file, symbol };
    for (const entry of file.file.imports) {
      const exported = exportedName(entry, wanted);
      if (exported === undefined) continue;
      for (const target of finder.find(file, entry)) {
        const found = search(target, exported, depth + 1);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  const found = search(from, name, 0);
  if (found !== undefined) return found;
  for (const file of finder.siblings(from)) {
    const symbol = definitionIn(file, name);
    if (symbol !== undefined) return { file, symbol };
  }
  const entry = from.file.imports.find(
    ({ symbols, aliases = {} }) => symbols.includes(name) || Object.values(aliases).includes(name),
  );
  return entry === undefined ? undefined : { library: entry.source };
}

const MAX_FILES = 1_000;

function definitionIn({ file }: IndexedFile, name: string): CodeSymbol | undefined {
  const named = file.symbols.filter((each) => each.name === name);
  return named.find((each) => each.container === undefined) ?? named[0];
}

/** The name that an import looks for in its module to bring in a local name; undefined if it cannot bring it in. */
function exportedName({ symbols, aliases = {}, isNamespace }: CodeImport, local: string): string | undefined {
  const renamed = Object.entries(aliases).find(([, alias]) => alias === local);
  if (renamed !== undefined) return renamed[0];
  if (symbols.includes(local) && !Object.hasOwn(aliases, local)) return local;
  // A whole module, a wildcard and an include bring in any name.
  return isNamespace || symbols.length === 0 || symbols.includes('*') ? local : undefined;
}
