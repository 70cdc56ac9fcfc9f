/** Why a source or a spec was not loaded, or which of two specs of the same name counts. */
export interface SpecProblem {
  readonly kind: SpecProblemKind;
  /** What people know the source by: a path, an address, a table. */
  readonly source: string;
  /** From 1. Absent if the problem has no place in a text. */
  readonly line?: number;
  readonly column?: number;
  /** The name of the tool, if it is known. */
  readonly tool?: string;
  readonly message: string;
}

export type SpecProblemKind =
  /** The source cannot be read. Its last good specs stay. */
  | 'unreadable'
  /** The source is not YAML or JSON. Its last good specs stay. */
  | 'syntax'
  /** Not the pinned digest, or not signed by a known key. Its last good specs stay. */
  | 'unverified'
  /** The spec is left out. */
  | 'invalid'
  /** Another source has a spec of the same name and version. The source that comes first counts. */
  | 'duplicate'
  /** Another source has another version of the tool. The source that comes first counts. */
  | 'version-conflict';

/** `tools.yaml:12:5: name must match ...` */
export function formatProblem({ source, line, column, tool, message }: SpecProblem): string {
  const place = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
  return `${source}${place}: ${tool === undefined ? '' : `tool ${tool}: `}${message}`;
}

/** Thrown for a spec that a host adds itself. */
export class SpecError extends Error {
  override readonly name = 'SpecError';
  readonly problems: readonly SpecProblem[];

  constructor(problems: readonly SpecProblem[]) {
    super(problems.map(formatProblem).join('\n'));
    this.problems = problems;
  }
}
