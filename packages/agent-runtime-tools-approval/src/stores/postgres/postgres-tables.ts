/** The names of the tables, and the channel on which answers are announced. */
export interface PostgresTables {
  readonly remembered: string;
  readonly pending: string;
  readonly settled: string;
  /** Counts the changes of `remembered`. */
  readonly version: string;
  readonly channel: string;
}

/** The prefix is chosen by the host, but becomes a part of statements. */
export function tablesOf(prefix: string): PostgresTables {
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(prefix))
    throw new TypeError(`The table prefix ${JSON.stringify(prefix)} must match ^[a-z_][a-z0-9_]{0,39}$.`);
  return {
    remembered: `${prefix}_remembered`,
    pending: `${prefix}_pending`,
    settled: `${prefix}_settled`,
    version: `${prefix}_version`,
    channel: `${prefix}_answered`,
  };
}
