import type { CodeCall } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import { qualifiedName } from '../get-symbol-info/get-symbol-info.ts';
import type { IndexedFile } from '../indexer/code-index.ts';
import { readSources } from '../indexer/read-sources.ts';
import type { Occurrence } from '../parser/parse-task.ts';

/** Where a file writes the name of a symbol, so that a language server can be asked about it: its definition, else its import or first use. */
export async function symbolPosition(
  { pool, workspace }: Pick<EngineParts, 'pool' | 'workspace'>,
  file: IndexedFile,
  { symbol, line }: { readonly symbol: string; readonly line?: number | undefined },
  call: CodeCall,
): Promise<{ readonly line: number; readonly column: number } | undefined> {
  const name = symbol.slice(symbol.lastIndexOf('.') + 1);
  const sources = await readSources(workspace, [file], call);
  const [answer] = await pool.run(
    'occurrences',
    sources.map(({ source }) => source),
    { options: { name }, owner: call.owner, signal: call.signal },
  );
  const found = answer?.ok === true ? answer.value : [];
  const definitions = file.file.symbols.filter((each) => each.name === symbol || qualifiedName(each) === symbol);
  const defined = definitions.find((each) => each.line === line) ?? topLevelFirst(definitions);
  const onLine = (wanted: number | undefined): Occurrence | undefined =>
    found.find((each) => each.line === wanted && each.role === 'definition');
  return (
    onLine(defined?.line) ??
    // A name in quotes is no identifier.
    defined ??
    found.find(({ role }) => role === 'import') ??
    found.find(({ role }) => role !== 'property')
  );
}

function topLevelFirst<T extends { readonly container?: string }>(symbols: readonly T[]): T | undefined {
  return symbols.find(({ container }) => container === undefined) ?? symbols[0];
}
