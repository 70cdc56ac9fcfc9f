/**
 * Makes ids that are unique across coordinators and processes: a random prefix and a counter. The counter is converted
 * to text once per block of ids, which takes a tenth of the time of converting it for every call.
 */
export class CallIds {
  readonly prefix = randomText(6) + randomText(6);
  #block = '';
  #count = 0;

  next(): string {
    const index = this.#count % BLOCK;
    if (index === 0) this.#block = `${this.prefix}-${(this.#count / BLOCK).toString(36)}`;
    this.#count++;
    return this.#block + (SUFFIXES[index] ?? '');
  }
}

function randomText(length: number): string {
  return Math.random()
    .toString(36)
    .slice(2, 2 + length)
    .padEnd(length, '0');
}

const BLOCK = 1296;
const SUFFIXES: readonly string[] = Array.from({ length: BLOCK }, (_, index) => index.toString(36).padStart(2, '0'));
