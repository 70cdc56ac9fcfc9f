import { seededRandom } from './seeded-random.mjs';

/**
 * Chooses mutations at random. Every kind is equally likely, although there are ten times as many comparisons as guards.
 * @template {{ kind: string }} T
 * @param {readonly T[]} mutations
 * @param {{ count: number, seed: number }} options
 * @returns {T[]} In the given order.
 */
export function chooseMutations(mutations, { count, seed }) {
  const random = seededRandom(seed);
  const kinds = [...Map.groupBy(mutations, ({ kind }) => kind).values()].map((each) => [...each]);
  /** @type {Set<T>} */
  const chosen = new Set();
  while (chosen.size < count && kinds.length > 0) {
    const place = Math.floor(random() * kinds.length);
    const kind = kinds[place] ?? [];
    const [taken] = kind.splice(Math.floor(random() * kind.length), 1);
    if (taken) chosen.add(taken);
    if (kind.length === 0) kinds.splice(place, 1);
  }
  return mutations.filter((mutation) => chosen.has(mutation));
}
