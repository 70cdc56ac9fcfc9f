import type { OptionUse, Options } from '../programs/program.ts';

export interface OptionEntry {
  /** The first spelling in the key. */
  readonly name: string;
  readonly use: OptionUse;
}

/** A program's options, indexed for look-up. */
export interface OptionTable {
  readonly short: ReadonlyMap<string, OptionEntry>;
  /** `--output`, and words with one dash such as `-exec`, without `=` and value. */
  readonly long: ReadonlyMap<string, OptionEntry>;
}

/** Builds the index once for each set of options. */
export function optionTable(options: Options | undefined): OptionTable {
  if (options === undefined) return NO_OPTIONS;
  const known = tables.get(options);
  if (known !== undefined) return known;
  const short = new Map<string, OptionEntry>();
  const long = new Map<string, OptionEntry>();
  for (const key of Object.keys(options)) {
    const use = options[key];
    if (use === undefined) continue;
    const names = key.split(' ');
    const entry: OptionEntry = { name: names[0] ?? key, use };
    for (const name of names) (name.length === 2 ? short : long).set(name, entry);
  }
  const table: OptionTable = { short, long };
  tables.set(options, table);
  return table;
}

/**
 * Finds a long option. Programs accept any unambiguous abbreviation (`--out` for `--output`); of several candidates,
 * the one with the most effect is assumed.
 */
export function findLongOption(table: OptionTable, spelling: string): OptionEntry | undefined {
  const exact = table.long.get(spelling);
  if (exact !== undefined || spelling.length < 3) return exact;
  let found: OptionEntry | undefined;
  for (const [name, entry] of table.long) {
    if (!name.startsWith(spelling)) continue;
    if (found === undefined || weight(entry.use) > weight(found.use)) found = entry;
  }
  return found;
}

function weight(use: OptionUse): number {
  if (use.hazard !== undefined) return 3;
  if (use.role !== undefined && use.role !== 'text') return 2;
  return use.takes === 'nothing' ? 0 : 1;
}

const tables = new WeakMap<Options, OptionTable>();
const NO_OPTIONS: OptionTable = { short: new Map(), long: new Map() };
