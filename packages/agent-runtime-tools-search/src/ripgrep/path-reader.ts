import { PREFIX } from './content-reader.ts';

/** Reads `path NUL` and gives each path as a part of the bytes. A path begins with `./`, which is left off. */
export class PathReader {
  readonly #onPath: (bytes: Buffer, start: number, end: number) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onPath: (bytes: Buffer, start: number, end: number) => void) {
    this.#onPath = onPath;
  }

  read(chunk: Buffer): void {
    const data = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let start = 0;
    for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, start)) {
      this.#onPath(data, start + PREFIX, end);
      start = end + 1;
    }
    // A copy: the chunk's memory is not ours.
    this.#rest = Buffer.from(data.subarray(start));
  }
}
