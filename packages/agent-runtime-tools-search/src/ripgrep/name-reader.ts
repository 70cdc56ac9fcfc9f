import type { Findings } from '../collect/findings.ts';
import { PREFIX } from './content-reader.ts';

/** Parses `path NUL` (files) or `path NUL count` and a line break (counts), then an empty line and statistics. */
export class NameReader {
  readonly #findings: Findings;
  readonly #hasCounts: boolean;
  #rest = '';
  #statistics: string | undefined;

  constructor(findings: Findings, { hasCounts }: { hasCounts: boolean }) {
    this.#findings = findings;
    this.#hasCounts = hasCounts;
  }

  /** Undefined until the search has finished. */
  get statistics(): string | undefined {
    return this.#statistics;
  }

  read(chunk: Buffer, isEnough: () => boolean): void {
    const data = this.#rest + chunk.toString('latin1');
    if (this.#statistics !== undefined) {
      this.#statistics += data;
      return;
    }
    let at = 0;
    while (at < data.length && !isEnough()) {
      if (data[at] === '\n') {
        this.#statistics = data.slice(at + 1);
        this.#rest = '';
        return;
      }
      const nul = data.indexOf('\0', at);
      const end = this.#hasCounts && nul !== -1 ? data.indexOf('\n', nul) : nul;
      if (end === -1) break;
      this.#findings.startFile(data.slice(at + PREFIX, nul));
      this.#findings.count(this.#hasCounts ? Number(data.slice(nul + 1, end)) : 1);
      at = end + 1;
    }
    this.#rest = data.slice(at);
  }
}
