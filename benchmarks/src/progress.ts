/** Writes the current step to stderr; on a terminal each line replaces the previous one. */
export class Progress {
  readonly #steps: number;
  #step = 0;

  constructor(steps: number) {
    this.#steps = steps;
  }

  next(what: string): void {
    this.#step++;
    this.#write(`[${this.#step}/${this.#steps}] ${what}`);
  }

  done(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\u001B[2K');
  }

  #write(line: string): void {
    process.stderr.write(process.stderr.isTTY ? `\r\u001B[2K${line}` : `${line}\n`);
  }
}
