import type { CodeCall, Precision } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import type { IndexedFile } from '../indexer/code-index.ts';
import { readSources } from '../indexer/read-sources.ts';
import type { Occurrence } from '../parser/parse-task.ts';
import { semanticReferences } from './semantic-references.ts';
import { targetOf, type ReferenceTarget } from './reference-target.ts';

export interface FindReferencesOptions extends CodeCall {
  /** The file whose symbol is meant, where several files define the name. */
  readonly file?: string;
  /** The line of the definition in `file`, where the file defines the name several times. */
  readonly line?: number;
  /** Default 200. */
  readonly limit?: number;
}

export interface CodeReference {
  file: string;
  line: number;
  column: number;
  /** The text of the line. */
  context: string;
  isDefinition: boolean;
  /** What the name does there. */
  role: Occurrence['role'];
}

export interface ReferenceList {
  references: CodeReference[];
  total: number;
  truncated: boolean;
  precision: Precision;
  notes?: string[];
}

/** Every place that names a symbol, definitions first in each file. Strings and comments never count. */
export async function findReferences(
  parts: EngineParts,
  { symbol, path }: { readonly symbol: string; readonly path: string },
  { file, line, limit = DEFAULT_LIMIT, ...call }: FindReferencesOptions,
): Promise<ReferenceList> {
  const { index, pool, workspace } = parts;
  const name = symbol.slice(symbol.lastIndexOf('.') + 1);
  const scope = await index.scope(path, call);
  const semantic =
    file === undefined ? undefined : await semanticReferences(parts, { symbol, file, line, scope: scope.files }, call);
  const notes = [...scope.notes, ...(semantic !== undefined && 'note' in semantic ? [semantic.note] : [])];
  if (Array.isArray(semantic)) return listOf(semantic, { limit, precision: 'semantic', notes });
  const target = file === undefined ? undefined : await targetOf(parts, { symbol, file, line }, call);
  const candidates: IndexedFile[] = [];
  for (const each of scope.files) {
    if (each.mentions(name) && (target === undefined || (await target.mayRefer(each)))) candidates.push(each);
  }
  const references: CodeReference[] = [];
  for (let start = 0; start < candidates.length; start += BATCH_FILES) {
    const sources = await readSources(workspace, candidates.slice(start, start + BATCH_FILES), call);
    const answers = await pool.run(
      'occurrences',
      sources.map(({ source }) => source),
      {
        options: { name },
        owner: call.owner,
        signal: call.signal,
      },
    );
    for (const [at, answer] of answers.entries()) {
      const from = sources[at]?.file;
      if (from === undefined || !answer.ok) continue;
      for (const occurrence of answer.value) {
        if (target === undefined || isOfTarget(occurrence, target, from))
          references.push(toReference(occurrence, from.path));
      }
    }
    call.onProgress?.(Math.min(start + BATCH_FILES, candidates.length), candidates.length);
  }
  return listOf(references, { limit, precision: 'syntactic', notes });
}

function listOf(
  references: readonly CodeReference[],
  {
    limit,
    precision,
    notes,
  }: { readonly limit: number; readonly precision: Precision; readonly notes: readonly string[] },
): ReferenceList {
  return {
    references: references.slice(0, limit),
    total: references.length,
    truncated: references.length > limit,
    precision,
    ...(notes.length > 0 && { notes: [...notes] }),
  };
}

export const DEFAULT_LIMIT = 200;
const BATCH_FILES = 32;

/** A member is named as a property or defined in its file; any other symbol is never a property, except of a namespace import. */
function isOfTarget({ role, line }: Occurrence, target: ReferenceTarget, from: IndexedFile): boolean {
  const isHome = from.path === target.file;
  if (target.isMember) {
    if (role === 'definition') return isHome && (target.line === undefined || target.line === line);
    return role === 'property';
  }
  if (target.isByName) return true;
  if (role === 'property') return !isHome && from.file.imports.some(({ isNamespace }) => isNamespace);
  return true;
}

function toReference({ role, ...place }: Occurrence, file: string): CodeReference {
  return { file, ...place, isDefinition: role === 'definition', role };
}
