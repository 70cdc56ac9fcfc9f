import { canonicalJson } from '@ku0/agent-runtime-tools-core';
import type { SourceChange, SpecSource } from '../loaders/spec-loader.ts';
import type { PlacedSpec } from '../spec/parse-source.ts';
import { placeOf } from '../spec/source-text.ts';
import { formatProblem, type SpecProblem } from '../spec/spec-problem.ts';
import type { ToolSpec } from '../spec/tool-spec.ts';

/** The names of tools whose spec has changed. */
export interface SpecChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** A source, and the position of its loader: sources of earlier loaders count more. */
interface StoredSource {
  readonly rank: number;
  readonly source: SpecSource;
}

interface Candidate {
  readonly stored: StoredSource;
  readonly placed: PlacedSpec;
}

/** All specs by name. Takes time in proportion to what changes, not to what is there. */
export class SpecTable {
  readonly #sources = new Map<string, StoredSource>();
  /** For each name the specs of all sources, that which counts first. */
  readonly #candidates = new Map<string, readonly Candidate[]>();
  readonly #ambiguous = new Set<string>();

  get(name: string): ToolSpec | undefined {
    return this.#candidates.get(name)?.[0]?.placed.spec;
  }

  get size(): number {
    return this.#candidates.size;
  }

  *specs(): Generator<ToolSpec> {
    for (const [first] of this.#candidates.values()) if (first !== undefined) yield first.placed.spec;
  }

  /** The ids of the sources of a loader. */
  sourcesOf(rank: number): string[] {
    return [...this.#sources.values()].filter((stored) => stored.rank === rank).map(({ source }) => source.id);
  }

  /** Takes over changes of the sources of one loader. */
  apply(rank: number, changes: readonly SourceChange[]): SpecChanges {
    const before = new Map<string, ToolSpec | undefined>();
    for (const change of changes) this.#applyOne(rank, change, before);
    return this.#compare(before);
  }

  /** The problems of all sources, duplicates included. */
  async problems(): Promise<SpecProblem[]> {
    const own = [...this.#sources.values()].flatMap(({ source }) => source.problems);
    const duplicates: SpecProblem[] = [];
    for (const name of this.#ambiguous) {
      const [winner, ...others] = this.#candidates.get(name) ?? [];
      if (winner === undefined) continue;
      const place = await placeOfCandidate(winner);
      for (const other of others) duplicates.push(await duplicateProblem(winner, place, other));
    }
    return [...own, ...duplicates];
  }

  #applyOne(rank: number, change: SourceChange, before: Map<string, ToolSpec | undefined>): void {
    const key = `${rank} ${change.id}`;
    const old = this.#sources.get(key);
    if ('gone' in change) {
      this.#sources.delete(key);
      this.#replace(old, undefined, before);
      return;
    }
    const kept = change.failed === true && old !== undefined ? { ...old.source, problems: change.problems } : change;
    const stored = { rank, source: kept };
    this.#sources.set(key, stored);
    this.#replace(old, stored, before);
  }

  #replace(
    old: StoredSource | undefined,
    current: StoredSource | undefined,
    before: Map<string, ToolSpec | undefined>,
  ): void {
    const byName = current === undefined ? new Map<string, Candidate[]>() : candidatesOf(current);
    const names = new Set([...(old?.source.specs ?? []).map(({ spec }) => spec.name), ...byName.keys()]);
    for (const name of names) {
      if (!before.has(name)) before.set(name, this.get(name));
      const others = (this.#candidates.get(name) ?? []).filter(({ stored }) => stored !== old);
      this.#setCandidates(name, [...others, ...(byName.get(name) ?? [])]);
    }
  }

  #setCandidates(name: string, candidates: Candidate[]): void {
    if (candidates.length > 1) this.#ambiguous.add(name);
    else this.#ambiguous.delete(name);
    if (candidates.length === 0) this.#candidates.delete(name);
    else this.#candidates.set(name, candidates.length === 1 ? candidates : candidates.toSorted(byPrecedence));
  }

  #compare(before: ReadonlyMap<string, ToolSpec | undefined>): SpecChanges {
    const changes = { added: [] as string[], removed: [] as string[], changed: [] as string[] };
    for (const [name, old] of before) {
      const current = this.get(name);
      if (old === undefined && current !== undefined) changes.added.push(name);
      else if (old !== undefined && current === undefined) changes.removed.push(name);
      else if (old !== undefined && current !== undefined && !isSame(old, current)) changes.changed.push(name);
    }
    return changes;
  }
}

function candidatesOf(stored: StoredSource): Map<string, Candidate[]> {
  const byName = new Map<string, Candidate[]>();
  for (const placed of stored.source.specs) {
    const list = byName.get(placed.spec.name);
    if (list === undefined) byName.set(placed.spec.name, [{ stored, placed }]);
    else list.push({ stored, placed });
  }
  return byName;
}

/** Sorting is stable, so within one source the first spec counts. */
function byPrecedence(a: Candidate, b: Candidate): number {
  if (a.stored.rank !== b.stored.rank) return a.stored.rank - b.stored.rank;
  const [first, second] = [a.stored.source.label, b.stored.source.label];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function isSame(a: ToolSpec, b: ToolSpec): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b);
}

interface Placed {
  readonly source: string;
  readonly line?: number;
  readonly column?: number;
}

async function placeOfCandidate({ stored: { source }, placed: { path } }: Candidate): Promise<Placed> {
  const place = source.text === undefined ? undefined : await placeOf(source.text, path);
  return { source: source.label, ...place };
}

async function duplicateProblem(winner: Candidate, place: Placed, other: Candidate): Promise<SpecProblem> {
  const [kept, ignored] = [winner.placed.spec, other.placed.spec];
  const [ours, theirs] = [kept.metadata.version, ignored.metadata.version];
  const where = formatProblem({ ...place, kind: 'duplicate', message: '' }).replace(/: $/, '');
  const isConflict = ours !== theirs;
  return {
    kind: isConflict ? 'version-conflict' : 'duplicate',
    ...(await placeOfCandidate(other)),
    tool: ignored.name,
    message: isConflict
      ? `version ${theirs} is ignored, because ${where} has version ${ours} and comes first`
      : `ignored, because ${where} has a tool of this name and version ${ours} and comes first`,
  };
}
