/** A parsed object of unknown content. */
export type Table = Readonly<Record<string, unknown>>;

/** The object at a path of keys; empty if there is none. Only own properties count. */
export function tableAt(value: unknown, ...keys: readonly string[]): Table {
  const found = valueAt(value, keys);
  return isTable(found) ? found : {};
}

/** The text at a path of keys, without surrounding blanks and at most 500 characters long. */
export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = valueAt(value, keys);
  const text = typeof found === 'string' ? found.trim().slice(0, MAX_TEXT) : '';
  return text === '' ? undefined : text;
}

/** The texts of the list at a path of keys. Entries that are no text are left out. */
export function textsAt(value: unknown, ...keys: readonly string[]): string[] {
  const found = valueAt(value, keys);
  return Array.isArray(found) ? found.filter((entry) => typeof entry === 'string').slice(0, MAX_ENTRIES) : [];
}

/** Whether something is at a path of keys. */
export function hasKey(value: unknown, ...keys: readonly string[]): boolean {
  return valueAt(value, keys) !== undefined;
}

/** Adds the property only if it has a value. */
export function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  const made: { [P in K]?: V } = {};
  if (value !== undefined) made[key] = value;
  return made;
}

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  let found = value;
  for (const key of keys) {
    if (!isTable(found) || !Object.hasOwn(found, key)) return undefined;
    found = found[key];
  }
  return found;
}

const MAX_TEXT = 500;
const MAX_ENTRIES = 1000;
