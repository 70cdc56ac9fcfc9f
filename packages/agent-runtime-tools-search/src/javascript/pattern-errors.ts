/** A pattern that ripgrep refuses as well. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}

/** A pattern that ripgrep accepts but the JavaScript engine does not support. */
export class UnsupportedPattern extends Error {
  override readonly name = 'UnsupportedPattern';
}
