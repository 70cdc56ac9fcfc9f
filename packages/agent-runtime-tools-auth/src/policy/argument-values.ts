/** Stands for a value that is not there. */
export const MISSING: unique symbol = Symbol('missing');

/** Takes a path such as `edits/*` + `/path` apart. `~1` is a slash in a name and `~0` a tilde. */
export function parseArgumentPath(path: string): readonly string[] {
  const names = path.split('/').map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (names.includes('')) throw new TypeError(`${JSON.stringify(path)} names no argument`);
  return names;
}

/**
 * The values at a path; `*` stands for every element or member. Where there is none, the list has MISSING in its place, so
 * that a condition on all values cannot overlook it.
 *
 *     edits/*  + /path in { edits: [{ path: 'a' }, {}] }  →  'a', MISSING
 *     paths in { paths: [] }                              →  [] (one value)
 */
export function valuesAt(params: unknown, path: readonly string[]): unknown[] {
  let found: unknown[] = [params];
  for (const name of path) found = found.flatMap((value) => membersOf(value, name));
  return found;
}

/** Replaces lists by their elements, at any depth. An empty list has no values. */
export function elementsOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) return [value];
  return value.length === 0 ? [MISSING] : value.flatMap(elementsOf);
}

/** An own member of an object. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return MISSING;
  const member: unknown = Reflect.get(value, name);
  return member === undefined ? MISSING : member;
}

function membersOf(value: unknown, name: string): unknown[] {
  if (name !== '*' || typeof value !== 'object' || value === null) return [memberOf(value, name)];
  const members: unknown[] = Object.values(value);
  return members.length === 0 ? [MISSING] : members;
}
