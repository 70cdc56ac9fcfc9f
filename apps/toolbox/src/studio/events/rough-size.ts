/** About how many characters a value takes as JSON. Stops counting at `limit`. */
export function roughSize(value: unknown, limit: number): number {
  let size = 0;
  const waiting = [value];
  for (let seen = 0; waiting.length > 0 && size < limit && seen < MAX_NODES; seen++) {
    const next = waiting.pop();
    size += 8;
    if (typeof next === 'string') size += next.length;
    else if (Array.isArray(next)) for (const item of next.slice(0, MAX_NODES)) waiting.push(item);
    else if (typeof next === 'object' && next !== null) {
      for (const [key, member] of Object.entries(next)) {
        size += key.length;
        waiting.push(member);
      }
    }
  }
  return waiting.length > 0 ? limit : size;
}

const MAX_NODES = 50_000;
