/** A regular expression as a tree. It has no capturing groups, because only whether a text matches is needed. */
export type PatternNode =
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'assertion'; readonly at: 'start' | 'end' | 'boundary' | 'inside' }
  | { readonly kind: 'lookaround'; readonly ahead: boolean; readonly negated: boolean; readonly part: PatternNode }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number };
