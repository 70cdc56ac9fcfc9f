import { posix } from 'node:path';
import type { CodeCall, Precision } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import type { CodeSymbol } from '../indexer/code-file.ts';
import type { IndexedFile } from '../indexer/code-index.ts';

export interface CodebaseMapOptions extends CodeCall {
  /** The most tokens of the map, estimated as four characters each. Default 4,000. */
  readonly maxTokens?: number;
}

export interface CodebaseMap {
  /** Files with the signatures of their definitions, most referenced first. */
  map: string;
  /** The number of files in the map. */
  files: number;
  totalFiles: number;
  /** Estimated. */
  tokens: number;
  truncated: boolean;
  precision: Precision;
  notes?: string[];
}

/** The files of a folder with their signatures, ordered by how much other files import from them. */
export async function getCodebaseMap(
  { index }: EngineParts,
  path: string,
  { maxTokens = DEFAULT_TOKENS, ...call }: CodebaseMapOptions,
): Promise<CodebaseMap> {
  const scope = await index.scope(path, call);
  const ranks = rankFiles(scope.files);
  const ordered = scope.files.toSorted(
    (a, b) => (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0),
  );
  const maxChars = maxTokens * CHARS_PER_TOKEN;
  const blocks: string[] = [];
  let chars = 0;
  for (const file of ordered) {
    const block = blockOf(file, Math.min(maxChars - chars, maxChars / MIN_FILES));
    if (block === undefined) continue;
    blocks.push(block);
    chars += block.length + 1;
  }
  const map = blocks.join('\n');
  return {
    map,
    files: blocks.length,
    totalFiles: scope.files.length,
    tokens: Math.ceil(map.length / CHARS_PER_TOKEN),
    truncated: blocks.length < scope.files.length,
    precision: 'syntactic',
    ...(scope.notes.length > 0 && { notes: [...scope.notes] }),
  };
}

export const DEFAULT_TOKENS = 4_000;
const CHARS_PER_TOKEN = 4;
/** One file may use this part of the budget at most, so that the map shows several files. */
const MIN_FILES = 4;

/** Each import of a name gives one point, shared among the files that may be meant. */
function rankFiles(files: readonly IndexedFile[]): Map<IndexedFile, number> {
  const definers = new Map<string, IndexedFile[]>();
  for (const each of files) {
    for (const name of new Set(each.file.symbols.filter(isTopLevel).map((symbol) => symbol.name))) {
      const list = definers.get(name);
      if (list === undefined) definers.set(name, [each]);
      else list.push(each);
    }
  }
  const ranks = new Map<IndexedFile, number>();
  for (const each of files) {
    for (const { source, symbols } of each.file.imports) {
      for (const name of symbols) {
        const targets = likelyTargets(definers.get(name) ?? [], each, source);
        for (const target of targets) ranks.set(target, (ranks.get(target) ?? 0) + 1 / targets.length);
      }
    }
  }
  return ranks;
}

/** Of the files that define a name, those that a relative import names, if there are any. */
function likelyTargets(
  definers: readonly IndexedFile[],
  importer: IndexedFile,
  source: string,
): readonly IndexedFile[] {
  const others = definers.filter((each) => each !== importer);
  if (!source.startsWith('.')) return others;
  const named = withoutExtension(posix.join(posix.dirname(importer.path), source));
  const exact = others.filter(({ path }) => [named, `${named}/index`].includes(withoutExtension(path)));
  return exact.length > 0 ? exact : others;
}

function withoutExtension(path: string): string {
  return path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');
}

function isTopLevel({ container }: CodeSymbol): boolean {
  return container === undefined;
}

/** The file and as many signatures as there is room for; undefined if its name does not fit. */
function blockOf({ path, file }: IndexedFile, room: number): string | undefined {
  let block = path;
  if (block.length + 1 > room) return undefined;
  for (const { signature, container, kind } of file.symbols.slice(0, MAX_SYMBOLS)) {
    if (kind === 'property' || kind === 'enum_member') continue;
    const text = signature.length > MAX_SIGNATURE ? `${signature.slice(0, MAX_SIGNATURE - 1)}…` : signature;
    const line = `\n${container === undefined ? '  ' : '    '}${text}`;
    if (block.length + line.length + 1 > room) break;
    block += line;
  }
  return block;
}

const MAX_SYMBOLS = 200;
const MAX_SIGNATURE = 160;
