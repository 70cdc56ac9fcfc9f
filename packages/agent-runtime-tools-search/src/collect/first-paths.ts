import type { RawPath } from './path-order.ts';

/**
 * The first of many paths in the order of a sorted walk, and how many there are. Paths are given as keys, in which a
 * slash is the character that sorts before all others of a name.
 */
export class FirstPaths {
  readonly #most: number;
  #keys: string[] = [];
  #bound: string | undefined;
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get total(): number {
    return this.#total;
  }

  /** Whether a path would be kept: if not, it only counts. */
  isNeeded(key: string): boolean {
    return this.#bound === undefined || key < this.#bound;
  }

  count(): void {
    this.#total++;
  }

  add(key: string): void {
    this.#total++;
    this.#keys.push(key);
    if (this.#keys.length > 2 * this.#most + SLACK) {
      this.#keys = this.#keys.sort(byText).slice(0, this.#most);
      this.#bound = this.#keys.at(-1);
    }
  }

  paths(): RawPath[] {
    return this.#keys.sort(byText).slice(0, this.#most).map(pathOfKey);
  }
}

/** Keys of a list of paths that NUL separates; the last one may be cut. */
export function keysOf(list: string): string[] {
  if (!list.includes(SEPARATOR)) return list.replaceAll('/', SEPARATOR).split('\0');
  // Names with that very character are so rare that sorting a little off is better than slowing down all others.
  return list.split('\0').map((path) => (path.includes(SEPARATOR) ? EXOTIC + path : path.replaceAll('/', SEPARATOR)));
}

export function pathOfKey(key: string): RawPath {
  return key.startsWith(EXOTIC) ? key.slice(EXOTIC.length) : key.replaceAll(SEPARATOR, '/');
}

const SEPARATOR = '\u0001';
/** No path begins so: it begins with a name. */
const EXOTIC = '\0';
const SLACK = 1_000;

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
