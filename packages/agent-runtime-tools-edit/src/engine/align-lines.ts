/** Pairs the equal lines of two lists: a longest common subsequence, or a shorter one where the lists are long. */
export function alignLines(from: readonly string[], to: readonly string[]): [from: number, to: number][] {
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && from[head] === to[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail += 1;
  const pairs: [number, number][] = [];
  for (let at = 0; at < head; at += 1) pairs.push([at, at]);
  const middle = middlePairs(from.slice(head, from.length - tail), to.slice(head, to.length - tail));
  for (const [i, j] of middle) pairs.push([head + i, head + j]);
  for (let at = tail; at > 0; at -= 1) pairs.push([from.length - at, to.length - at]);
  return pairs;
}

/** Above this many comparisons everything between the common head and tail counts as changed. */
const MAX_COMPARISONS = 500_000;

function middlePairs(from: readonly string[], to: readonly string[]): [number, number][] {
  const [rows, columns] = [from.length, to.length];
  if (rows === 0 || columns === 0 || rows * columns > MAX_COMPARISONS) return [];
  const [left, right] = numbered(from, to);
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i -= 1) {
    const number = left[i];
    for (let j = columns - 1, cell = i * width + j; j >= 0; j -= 1, cell -= 1) {
      const down = lengths[cell + width] ?? 0;
      const across = lengths[cell + 1] ?? 0;
      if (number === right[j]) lengths[cell] = (lengths[cell + width + 1] ?? 0) + 1;
      else lengths[cell] = down > across ? down : across;
    }
  }
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (left[i] === right[j]) pairs.push([i++, j++]);
    else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return pairs;
}

/** Replaces lines by numbers, which are faster to compare. */
function numbered(...lists: readonly [readonly string[], readonly string[]]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const number = (line: string): number => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  };
  return [Int32Array.from(lists[0], number), Int32Array.from(lists[1], number)];
}
