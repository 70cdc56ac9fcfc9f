/** Where a value would not survive being written as JSON and read again. A member set to undefined counts as absent. */
export function jsonProblems(value: unknown): string[] {
  const problem = lossyPlace(value, 'the value', new Set());
  return problem === undefined ? [] : [problem];
}

function lossyPlace(value: unknown, place: string, above: Set<object>): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
    return undefined;
  if (typeof value === 'number') return `${place} is ${value}, which JSON cannot say`;
  if (typeof value !== 'object') return `${place} is of type ${typeof value}, which JSON cannot say`;
  if (above.has(value)) return `${place} contains itself`;
  if (!Array.isArray(value) && !isPlain(value))
    return `${place} is a ${value.constructor?.name ?? 'special object'}: give plain data`;
  above.add(value);
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined && !Array.isArray(value)) continue;
    const problem = lossyPlace(member, Array.isArray(value) ? `${place}[${key}]` : `${place}.${key}`, above);
    if (problem !== undefined) return problem;
  }
  above.delete(value);
  return undefined;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
