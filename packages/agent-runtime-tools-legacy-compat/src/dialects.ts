/** The entry points of this package, one for each older system. */
export const DIALECTS = ['./track-r', './codecraft'] as const;

export type Dialect = (typeof DIALECTS)[number];
