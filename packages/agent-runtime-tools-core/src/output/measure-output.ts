/**
 * The approximate length of a value as JSON, not counting escapes; or a text that says why it is not JSON. Stops
 * counting at a million characters.
 */
export function measureOutput(value: unknown): number | string {
  const chars = measure(value, 0);
  return Number.isNaN(chars) ? problemOf(value, 0) : chars;
}

const MAX_COUNTED = 1_000_000;
const MAX_DEPTH = 200;

/** NaN if the value is not JSON: a sum with NaN stays NaN. */
function measure(value: unknown, depth: number): number {
  switch (typeof value) {
    case 'string':
      return value.length + 3;
    case 'object':
      if (value === null) return 5;
      return depth > MAX_DEPTH ? Number.NaN : measureMembers(value, depth);
    case 'bigint':
    case 'function':
    case 'symbol':
      return Number.NaN;
    default:
      return 20;
  }
}

function measureMembers(value: object, depth: number): number {
  let chars = 2;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && chars <= MAX_COUNTED; index++)
      chars += measure(value[index], depth + 1);
    return chars;
  }
  for (const key in value) {
    // Stop if the value is large, or is not JSON: a circular value has no end.
    if (!(chars <= MAX_COUNTED)) break;
    chars += key.length + 4 + measure((value as Record<string, unknown>)[key], depth + 1);
  }
  return chars;
}

function problemOf(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) return 'refers to itself or is nested too deeply';
  if (typeof value !== 'object' || value === null) return `contains a ${typeof value}, which is not JSON`;
  const culprit: unknown = Object.values(value).find((member) => Number.isNaN(measure(member, depth + 1)));
  return problemOf(culprit, depth + 1);
}
