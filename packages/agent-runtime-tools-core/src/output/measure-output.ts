/**
 * About how many characters a value takes as JSON, escapes aside; or, in words, why it is not JSON. Stops counting
 * at a million characters: more than that is simply large.
 */
export function measureOutput(value: unknown): number | string {
  const tally: Tally = { chars: 0, problem: undefined };
  measure(value, 0, tally);
  return tally.problem ?? tally.chars;
}

interface Tally {
  chars: number;
  problem: string | undefined;
}

const ENOUGH = 1_000_000;
const MAX_DEPTH = 200;

function measure(value: unknown, depth: number, tally: Tally): void {
  switch (typeof value) {
    case 'string':
      tally.chars += value.length + 3;
      return;
    case 'object':
      if (value === null) tally.chars += 5;
      else if (depth > MAX_DEPTH) tally.problem = 'refers to itself or is nested too deeply';
      else measureMembers(value, depth, tally);
      return;
    case 'bigint':
    case 'function':
    case 'symbol':
      tally.problem = `contains a ${typeof value}, which is not JSON`;
      return;
    default:
      tally.chars += 20;
  }
}

function measureMembers(value: object, depth: number, tally: Tally): void {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && tally.problem === undefined; index++) {
      if (tally.chars > ENOUGH && depth < MAX_DEPTH / 2) break;
      measure(value[index], depth + 1, tally);
    }
    return;
  }
  for (const key in value) {
    if (tally.problem !== undefined || (tally.chars > ENOUGH && depth < MAX_DEPTH / 2)) break;
    tally.chars += key.length + 4;
    measure((value as Record<string, unknown>)[key], depth + 1, tally);
  }
}
