/** The most values that one source may have. Aliases of YAML count each time they are used. */
const MAX_VALUES = 2_000_000;
const MAX_DEPTH = 64;

/**
 * A frozen copy of plain data. Throws a RangeError for data that is too large or too deep, which a few lines of YAML with
 * aliases can be, and a SyntaxError for values that JSON does not have.
 */
export function plainCopy(value: unknown): unknown {
  let left = MAX_VALUES;
  const copy = (source: unknown, depth: number): unknown => {
    if (--left < 0) throw new RangeError(`has more than ${MAX_VALUES} values`);
    if (depth > MAX_DEPTH) throw new RangeError(`is nested more than ${MAX_DEPTH} levels deep`);
    if (source === null || typeof source === 'string' || typeof source === 'boolean') return source;
    if (typeof source === 'number') {
      if (!Number.isFinite(source)) throw new SyntaxError(`has the number ${source}, which JSON does not have`);
      return source;
    }
    if (Array.isArray(source)) return Object.freeze(source.map((item: unknown) => copy(item, depth + 1)));
    if (typeof source !== 'object') throw new SyntaxError(`has a value of the type ${typeof source}`);
    const object: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(source)) {
      if (key === '__proto__') throw new SyntaxError('has a key __proto__');
      if (member !== undefined) object[key] = copy(member, depth + 1);
    }
    return Object.freeze(object);
  };
  return copy(value, 0);
}
