import type { CodeCall } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import type { IndexedFile } from '../indexer/code-index.ts';
import { LineTable } from '../indexer/line-table.ts';
import { onlyFile } from '../indexer/only-file.ts';
import { readSources } from '../indexer/read-sources.ts';
import { LanguageServerFailure } from '../language-server/language-client.ts';
import type { ServerLocation } from '../language-server/server-location.ts';
import { symbolPosition } from '../language-server/symbol-position.ts';
import type { CodeReference } from './find-references.ts';

/**
 * The references that a language server finds, in the files of a scope. Undefined if there is no server for the language or
 * it knows nothing about the symbol; a note if it failed.
 */
export async function semanticReferences(
  parts: EngineParts,
  {
    symbol,
    file,
    line,
    scope,
  }: {
    readonly symbol: string;
    readonly file: string;
    readonly line: number | undefined;
    readonly scope: readonly IndexedFile[];
  },
  call: CodeCall,
): Promise<CodeReference[] | { readonly note: string } | undefined> {
  const given = await onlyFile(parts.index, file, call);
  try {
    if (!(await parts.servers.hasServer(given.language))) return undefined;
    const position = await symbolPosition(parts, given, { symbol, line }, call);
    if (position === undefined) return undefined;
    const name = symbol.slice(symbol.lastIndexOf('.') + 1);
    const others = scope.filter((each) => each.language === given.language && each.mentions(name));
    const found = await parts.servers.locate('textDocument/references', { file: given, others, ...position }, call);
    return found === undefined || found.length === 0
      ? undefined
      : await toReferences(parts, symbol, { found, scope }, call);
  } catch (error) {
    if (error instanceof LanguageServerFailure)
      return { note: `${error.message} Names were matched by syntax instead.` };
    throw error;
  }
}

async function toReferences(
  { workspace, pool }: EngineParts,
  symbol: string,
  { found, scope }: { readonly found: readonly ServerLocation[]; readonly scope: readonly IndexedFile[] },
  call: CodeCall,
): Promise<CodeReference[]> {
  const name = symbol.slice(symbol.lastIndexOf('.') + 1);
  const files = scope.filter(({ path }) => found.some(({ file }) => file === path));
  const sources = await readSources(workspace, files, call);
  const answers = await pool.run(
    'occurrences',
    sources.map(({ source }) => source),
    { options: { name }, owner: call.owner, signal: call.signal },
  );
  return sources.flatMap(({ file, source }, at) => {
    const answer = answers[at];
    const occurrences = answer?.ok === true ? answer.value : [];
    const lines = new LineTable(source.text);
    const own = found.filter((each) => each.file === file.path).sort((a, b) => a.line - b.line || a.column - b.column);
    return own.map(({ line, column }) => {
      const known = occurrences.find((each) => each.line === line && each.column === column);
      // The symbol under another name, as in `import { a as b }`, is not among the occurrences of its name.
      const role = known?.role ?? 'use';
      const context = known?.context ?? lines.textOf(line).trim().slice(0, MAX_CONTEXT);
      return { file: file.path, line, column, context, isDefinition: role === 'definition', role };
    });
  });
}

const MAX_CONTEXT = 300;
