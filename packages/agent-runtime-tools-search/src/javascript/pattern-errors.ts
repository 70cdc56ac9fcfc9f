/** A pattern that ripgrep would refuse as well. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** A pattern that ripgrep takes and this engine does not. */
export class UnsupportedPattern extends Error {
  override readonly name = 'UnsupportedPattern';
}
