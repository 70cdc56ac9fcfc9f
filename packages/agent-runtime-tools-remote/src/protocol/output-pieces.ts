/** A piece of a call's output, or of its progress. */
export type OutputPiece =
  | readonly ['output', string]
  | readonly ['progress', done: number, total: number | null, message: string | null];

/** Pieces that are sent together. */
export interface PieceBatch {
  /** Which start of the job they come from. */
  readonly start: number;
  /** How many pieces of this start were sent before. */
  readonly first: number;
  readonly pieces: readonly OutputPiece[];
}

export function writePieces(batch: PieceBatch): string {
  return JSON.stringify(batch);
}

/** Undefined for a text that is no batch. */
export function readPieces(text: string): PieceBatch | undefined {
  try {
    const batch: unknown = JSON.parse(text);
    return isBatch(batch) ? batch : undefined;
  } catch {
    return undefined;
  }
}

function isBatch(value: unknown): value is PieceBatch {
  return (
    typeof value === 'object' &&
    value !== null &&
    'start' in value &&
    typeof value.start === 'number' &&
    'first' in value &&
    typeof value.first === 'number' &&
    'pieces' in value &&
    Array.isArray(value.pieces) &&
    value.pieces.every(isPiece)
  );
}

function isPiece(value: unknown): value is OutputPiece {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [];
  const [kind, first, total, message] = parts;
  if (kind === 'output') return typeof first === 'string';
  return (
    kind === 'progress' &&
    typeof first === 'number' &&
    (total === null || typeof total === 'number') &&
    (message === null || typeof message === 'string')
  );
}
