import type { Outcome } from './make-tool.ts';

/** The answer of an engine that knows no such symbol. */
export function symbolNotFound({ symbol }: { readonly symbol?: string }): Outcome {
  return { failure: { code: 'SYMBOL_NOT_FOUND', message: `Symbol not found: ${symbol}` } };
}
