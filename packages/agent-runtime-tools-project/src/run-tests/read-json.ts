import { tableAt } from '../read/read-value.ts';

/** The text at a path of keys, as it is. */
export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = entryAt(value, keys);
  return typeof found === 'string' ? found : undefined;
}

export function numberAt(value: unknown, ...keys: readonly string[]): number | undefined {
  const found = entryAt(value, keys);
  return typeof found === 'number' ? found : undefined;
}

/** The list at a path of keys; empty if there is none. */
export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = entryAt(value, keys);
  return Array.isArray(found) ? found : [];
}

function entryAt(value: unknown, keys: readonly string[]): unknown {
  const table = tableAt(value, ...keys.slice(0, -1));
  const last = keys.at(-1) ?? '';
  return Object.hasOwn(table, last) ? table[last] : undefined;
}
