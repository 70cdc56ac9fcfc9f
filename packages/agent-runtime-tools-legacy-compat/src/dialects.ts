/** The entry points of this package, one for each older system. */
export const DIALECTS = ['./track-r', './codecraft', './code-ally'] as const;

export type Dialect = (typeof DIALECTS)[number];
