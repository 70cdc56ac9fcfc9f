/** The entry points of this package: one for each older system, and one for the names of other agents' tools. */
export const DIALECTS = ['./track-r', './codecraft', './code-ally', './agents'] as const;

export type Dialect = (typeof DIALECTS)[number];
