import type { CodeCall, Precision } from '../code-engine.ts';
import type { EngineParts } from '../create-code-engine.ts';
import type { IndexedFile } from '../indexer/code-index.ts';
import { isTreeSitterLanguage } from '../indexer/source-languages.ts';
import { ModuleResolver } from '../modules/module-resolver.ts';
import { SourceFinder } from '../modules/source-finder.ts';
import { findCycles } from './find-cycles.ts';
import { dotText, mermaidText } from './graph-text.ts';

export interface DependencyGraphOptions extends CodeCall {
  /** Default `json`: no text. */
  readonly format?: 'json' | 'mermaid' | 'dot';
  /** The most edges to return. Default 2,000. */
  readonly limit?: number;
}

export interface DependencyEdge {
  from: string;
  /** A file of the workspace, or the name of a package; the specifier itself if it leads nowhere. */
  to: string;
  /** The imported names. */
  symbols: string[];
  external: boolean;
  /** Nothing was found for the import. */
  unresolved?: true;
}

export interface DependencyGraph {
  nodes: { file: string; exports: string[] }[];
  edges: DependencyEdge[];
  /** Groups of files that import each other, directly or through others. */
  cycles: string[][];
  /** The graph as mermaid or dot. */
  text?: string;
  totalEdges: number;
  truncated: boolean;
  precision: Precision;
  notes?: string[];
}

/** Which files import which: resolved as the TypeScript compiler does, and in other languages by their conventions. */
export async function buildDependencyGraph(
  { index, workspace }: EngineParts,
  path: string,
  { format = 'json', limit = DEFAULT_LIMIT, ...call }: DependencyGraphOptions,
): Promise<DependencyGraph> {
  const scope = await index.scope(path, call);
  const resolver = await ModuleResolver.create(workspace);
  const hasOthers = scope.files.some(({ language }) => isTreeSitterLanguage(language));
  const finder = new SourceFinder(hasOthers ? (await index.scope('.', call)).files : []);
  const edges: DependencyEdge[] = [];
  for (const [at, file] of scope.files.entries()) {
    edges.push(...(isTreeSitterLanguage(file.language) ? edgesByConvention(file, finder) : edgesOf(file, resolver)));
    // Resolving is synchronous: other calls get their turn.
    if (at % FILES_PER_TURN === 0) await new Promise(setImmediate);
    call.signal?.throwIfAborted();
  }
  const cycles = findCycles(edges.filter(({ external }) => !external));
  const shown = edges.slice(0, limit);
  const shownFiles = new Set(shown.flatMap(({ from, to }) => [from, to]));
  const isTruncated = edges.length > limit;
  return {
    nodes: scope.files
      .filter((file) => !isTruncated || shownFiles.has(file.path))
      .map(({ path: name, file }) => ({ file: name, exports: [...new Set(file.exports.map((each) => each.name))] })),
    edges: shown,
    cycles,
    ...(format !== 'json' && { text: format === 'mermaid' ? mermaidText(shown) : dotText(shown) }),
    totalEdges: edges.length,
    truncated: isTruncated,
    precision: 'syntactic',
    ...(scope.notes.length > 0 && { notes: [...scope.notes] }),
  };
}

export const DEFAULT_LIMIT = 2_000;
const FILES_PER_TURN = 50;

/** One edge per target, with the names of all imports and re-exports from it. */
function edgesOf({ path, file }: IndexedFile, resolver: ModuleResolver): DependencyEdge[] {
  const uses = [
    ...file.imports.map(({ source, symbols }) => ({ source, symbols })),
    ...file.exports.flatMap(({ from, local, name }) =>
      from === undefined ? [] : [{ source: from, symbols: [local ?? name] }],
    ),
  ];
  const edges = new Map<string, DependencyEdge>();
  for (const { source, symbols } of uses) {
    const { file: target, external, package: name } = resolver.resolve(path, source);
    const to = external ? (name ?? source) : (target ?? source);
    const edge = edges.get(to) ?? {
      from: path,
      to,
      symbols: [],
      external,
      ...(target === undefined && !(name?.startsWith('node:') ?? false) && { unresolved: true as const }),
    };
    edge.symbols.push(...symbols.filter((symbol) => !edge.symbols.includes(symbol)));
    edges.set(to, edge);
  }
  return [...edges.values()];
}

/** Imports of a language without a module resolver: what is not found in the workspace is a library. */
function edgesByConvention(from: IndexedFile, finder: SourceFinder): DependencyEdge[] {
  const edges = new Map<string, DependencyEdge>();
  for (const entry of from.file.imports) {
    const targets = finder.find(from, entry).map((file) => file.path);
    for (const to of targets.length === 0 ? [entry.source] : targets) {
      const isMissing = targets.length === 0 && entry.source.startsWith('.');
      const external = targets.length === 0 && !isMissing;
      const edge = edges.get(to) ?? {
        from: from.path,
        to,
        symbols: [],
        external,
        ...(isMissing && { unresolved: true as const }),
      };
      edge.symbols.push(...entry.symbols.filter((symbol) => !edge.symbols.includes(symbol)));
      edges.set(to, edge);
    }
  }
  return [...edges.values()];
}
