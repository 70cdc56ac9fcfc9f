import type { ArgumentLimits } from './copy-arguments.ts';

/** Generous for a model, small for a process. */
export const DEFAULT_ARGUMENT_LIMITS: ArgumentLimits = Object.freeze({
  maxDepth: 64,
  maxChars: 16 * 1024 * 1024,
  maxKeys: 10_000,
  maxItems: 100_000,
});
