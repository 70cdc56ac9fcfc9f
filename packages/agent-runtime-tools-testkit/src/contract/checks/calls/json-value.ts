/** Finds the first part of a value that JSON cannot represent. A member set to undefined counts as absent. */
export function jsonProblems(value: unknown): string[] {
  const problem = findLossyPart(value, 'the value', new Set());
  return problem === undefined ? [] : [problem];
}

function findLossyPart(value: unknown, place: string, ancestors: Set<object>): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value))
    return undefined;
  if (typeof value === 'number') return `${place} is ${value}, which JSON cannot represent`;
  if (typeof value !== 'object') return `${place} is of type ${typeof value}, which JSON cannot represent`;
  if (ancestors.has(value)) return `${place} contains itself`;
  if (!Array.isArray(value) && !isPlainObject(value))
    return `${place} is a ${value.constructor?.name ?? 'special object'}: give plain data`;
  ancestors.add(value);
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined && !Array.isArray(value)) continue;
    const problem = findLossyPart(member, Array.isArray(value) ? `${place}[${key}]` : `${place}.${key}`, ancestors);
    if (problem !== undefined) return problem;
  }
  ancestors.delete(value);
  return undefined;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
