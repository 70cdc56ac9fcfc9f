import type { Span } from '../command-analysis.ts';

/** The script a walker is in, and how it was reached. */
export interface Frame {
  /** The text that the syntax tree's positions point into. */
  readonly source: string;
  /** For scripts that are not a piece of the command's own text: where they were given. */
  readonly span?: Span;
  readonly dialect: 'bash' | 'posix';
  readonly depth: number;
  readonly via: readonly string[];
  readonly parent?: number;
}
