import type { CodeCall, Precision } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import type { CodeSymbol } from '../indexer/code-file.ts';
import type { Language } from '../indexer/source-languages.ts';

export interface DefinitionListOptions extends CodeCall {
  /** The most definitions to return. Default 500. */
  readonly limit?: number;
}

export interface FileDefinitions {
  file: string;
  language: Language;
  definitions: CodeSymbol[];
  /** The first syntax error. Definitions after it may be missing. */
  syntaxError?: string;
}

export interface DefinitionList {
  files: FileDefinitions[];
  /** The number of definitions, also of those that were not returned. */
  total: number;
  truncated: boolean;
  precision: Precision;
  notes?: string[];
}

/** The definitions of a file or of every source file of a folder, in the order of paths and lines. */
export async function listCodeDefinitions(
  { index }: EngineParts,
  path: string,
  { limit = DEFAULT_LIMIT, ...call }: DefinitionListOptions,
): Promise<DefinitionList> {
  const scope = await index.scope(path, call);
  const listed: FileDefinitions[] = [];
  let total = 0;
  for (const { path: name, language, file } of scope.files) {
    const room = Math.max(0, limit - total);
    total += file.symbols.length;
    const isShown = (file.symbols.length > 0 && room > 0) || file.syntaxError !== undefined;
    if (!isShown && !scope.isFile) continue;
    listed.push({
      file: name,
      language,
      definitions: file.symbols.slice(0, room),
      ...(file.syntaxError !== undefined && { syntaxError: file.syntaxError }),
    });
  }
  return {
    files: listed,
    total,
    truncated: total > limit,
    precision: 'syntactic',
    ...(scope.notes.length > 0 && { notes: [...scope.notes] }),
  };
}

export const DEFAULT_LIMIT = 500;
