import { PREFIX } from './content-reader.ts';

/** Parses `path NUL` and passes each path on as a range of bytes, without the `./` at its start. */
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
    // Copied, since the chunk's memory is reused.
    this.#rest = Buffer.from(data.subarray(start));
  }
}
