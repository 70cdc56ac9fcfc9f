import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { CodeCall, Precision } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import { codeErrors } from '../errors.ts';
import type { CodeSymbol, SymbolKind } from '../indexer/code-file.ts';
import type { IndexedFile } from '../indexer/code-index.ts';
import { readSources } from '../indexer/read-sources.ts';
import type { Language } from '../indexer/source-languages.ts';
import type { ParseAnswer, PatternCheck } from '../parser/parse-task.ts';
import { fuzzyScore } from './fuzzy-score.ts';

export interface StructureSearchOptions extends CodeCall {
  readonly language?: Language;
  /** Default 20. */
  readonly limit?: number;
}

export interface CodeSearchOptions extends StructureSearchOptions {
  readonly kind?: SymbolKind;
}

export interface CodeMatch {
  /** The name of the symbol, or the first line of matching code. */
  name: string;
  kind: SymbolKind | 'match';
  file: string;
  line: number;
  endLine: number;
  /** The declaration of the symbol, or the matching code. */
  signature: string;
  /** From 0 to 1. */
  score: number;
  container?: string;
  /** For a pattern: what its metavariables stand for. */
  variables?: Record<string, string>;
}

export interface CodeSearchResult {
  results: CodeMatch[];
  /** The number of matches; at least that many if `truncated` for a pattern. */
  total: number;
  truncated: boolean;
  precision: Precision;
  notes?: string[];
}

/** Definitions whose name fits the query, best first. Several words must all fit the name, its container or its file. */
export async function searchSymbols(
  { index }: EngineParts,
  { path, query }: { readonly path: string; readonly query: string },
  { kind, language, limit = DEFAULT_LIMIT, ...call }: CodeSearchOptions,
): Promise<CodeSearchResult> {
  const scope = await index.scope(path, call);
  const words = query.split(/[\s.:/]+/).filter((word) => word !== '');
  const scores = words.map(fuzzyScore);
  const found: CodeMatch[] = [];
  for (const indexed of scope.files) {
    if (language !== undefined && indexed.language !== language) continue;
    if (!indexed.definedNames.some((name) => scores.some((score) => score(name) > 0))) continue;
    for (const symbol of indexed.file.symbols) {
      if (kind !== undefined && symbol.kind !== kind) continue;
      const score = symbolScore(words, scores, symbol, indexed.path);
      if (score > 0) found.push(toMatch(indexed, symbol, score));
    }
  }
  found.sort((a, b) => b.score - a.score || compare(a.file, b.file) || a.line - b.line);
  return {
    results: found.slice(0, limit),
    total: found.length,
    truncated: found.length > limit,
    precision: 'syntactic',
    ...(scope.notes.length > 0 && { notes: [...scope.notes] }),
  };
}

export const DEFAULT_LIMIT = 20;
/** Says whether a pattern is code where there is no file to search. */
const DEFAULT_LANGUAGE: Language = 'typescript';

/** The score of the words together. One of them has to fit the name itself. */
function symbolScore(
  words: readonly string[],
  scores: readonly ((name: string) => number)[],
  symbol: CodeSymbol,
  file: string,
): number {
  let [sum, best] = [0, 0];
  for (const [at, word] of words.entries()) {
    const own = scores[at]?.(symbol.name) ?? 0;
    const elsewhere = `${symbol.container ?? ''} ${file}`.toLowerCase().includes(word.toLowerCase()) ? 0.4 : 0;
    if (own === 0 && elsewhere === 0) return 0;
    best = Math.max(best, own);
    sum += Math.max(own, elsewhere);
  }
  if (best === 0) return 0;
  const score = (sum / words.length) * (symbol.exported ? 1 : 0.97);
  return Math.round(score * 1_000) / 1_000;
}

function toMatch({ path }: IndexedFile, symbol: CodeSymbol, score: number): CodeMatch {
  const { name, kind, line, endLine, signature, container } = symbol;
  return { name, kind, file: path, line, endLine, signature, score, ...(container !== undefined && { container }) };
}

/** Code that has the structure of the pattern, in the order of paths and lines. */
export async function searchStructure(
  { index, pool, workspace }: EngineParts,
  { path, pattern }: { readonly path: string; readonly pattern: string },
  { language, limit = DEFAULT_LIMIT, ...call }: StructureSearchOptions,
): Promise<CodeSearchResult> {
  const scope = await index.scope(path, call);
  const present = [...new Set(scope.files.map((each) => each.language))];
  const asked = language === undefined ? (present.length === 0 ? [DEFAULT_LANGUAGE] : present) : [language];
  const checks = await pool.run(
    'checkPattern',
    asked.map((each) => ({ path: 'pattern', text: '', language: each })),
    { options: { pattern }, owner: call.owner, signal: call.signal },
  );
  /** The names that a file must have to match, by its language. */
  const needed = new Map<Language, readonly string[]>();
  for (const [at, each] of asked.entries()) {
    const check = checks[at];
    if (check?.ok === true && 'names' in check.value) needed.set(each, check.value.names);
  }
  if (needed.size === 0) throw new ToolFailure(invalidPattern(checks[0]));
  const candidates = scope.files.filter(
    (file) => needed.get(file.language)?.every((name) => file.mentions(name)) ?? false,
  );
  const results: CodeMatch[] = [];
  // One match more than the limit shows that there are more.
  for (let start = 0; start < candidates.length && results.length <= limit; start += BATCH_FILES) {
    const sources = await readSources(workspace, candidates.slice(start, start + BATCH_FILES), call);
    const answers = await pool.run(
      'structure',
      sources.map(({ source }) => source),
      {
        options: { pattern, limit: limit + 1 },
        owner: call.owner,
        signal: call.signal,
      },
    );
    for (const [at, answer] of answers.entries()) {
      const file = sources[at]?.file.path ?? '';
      for (const { line, endLine, text, variables } of answer.ok ? answer.value : []) {
        const [name = ''] = text.split('\n');
        results.push({
          name,
          kind: 'match',
          file,
          line,
          endLine,
          signature: text,
          score: 1,
          variables: { ...variables },
        });
      }
    }
    call.onProgress?.(Math.min(start + BATCH_FILES, candidates.length), candidates.length);
  }
  return {
    results: results.slice(0, limit),
    total: results.length,
    truncated: results.length > limit,
    precision: 'syntactic',
    ...(scope.notes.length > 0 && { notes: [...scope.notes] }),
  };
}

const BATCH_FILES = 32;

function invalidPattern(
  check: ParseAnswer<PatternCheck> | undefined,
): ReturnType<typeof codeErrors.INVALID_CODE_PATTERN> {
  const fault = check?.ok === true ? ('fault' in check.value ? check.value.fault : undefined) : check?.reason;
  return codeErrors.INVALID_CODE_PATTERN({ message: `The pattern cannot be used: ${fault ?? 'it is not code'}.` });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
