import { excerpt, type Excerpt } from '../collect/excerpt.ts';
import type { Findings } from '../collect/findings.ts';

/** Parses the output of `--json`, the only format that tells where a multi-line match ends. */
export class JsonReader {
  readonly #findings: Findings;
  #rest: Buffer[] = [];
  #restBytes = 0;
  #isSkipping = false;
  #oversize = 0;
  #statistics: string | undefined;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  get statistics(): string | undefined {
    return this.#statistics;
  }

  /** The number of matches that were skipped because of their size. */
  get oversize(): number {
    return this.#oversize;
  }

  read(chunk: Buffer, isEnough: () => boolean): void {
    let at = 0;
    while (at < chunk.length && !isEnough()) {
      const end = chunk.indexOf(10, at);
      if (end === -1) break;
      this.#end(chunk.subarray(at, end));
      at = end + 1;
    }
    if (at < chunk.length) this.#keep(chunk.subarray(at));
  }

  #keep(bytes: Buffer): void {
    this.#restBytes += bytes.length;
    if (this.#restBytes > MAX_RECORD_BYTES) {
      this.#isSkipping = true;
      this.#rest = [];
    }
    if (!this.#isSkipping) this.#rest.push(Buffer.from(bytes));
  }

  #end(bytes: Buffer): void {
    const record = this.#rest.length === 0 ? bytes : Buffer.concat([...this.#rest, bytes]);
    if (this.#isSkipping) this.#oversize++;
    else this.#record(JSON.parse(record.toString('utf8')) as Message);
    this.#rest = [];
    this.#restBytes = 0;
    this.#isSkipping = false;
  }

  #record({ type, data }: Message): void {
    if (type === 'summary') this.#statistics = `${data.stats?.searches ?? 0} files searched`;
    if (data.path === undefined) return;
    const raw = bytesOf(data.path).toString('latin1', 2);
    if (type === 'end' && typeof data.binary_offset === 'number') this.#findings.dropBinaryFile(raw);
    if ((type !== 'match' && type !== 'context') || data.lines === undefined) return;
    const isMatch = type === 'match';
    const isWanted = this.#findings.startFile(raw);
    if (isMatch) this.#findings.count(1);
    if (!isWanted) return;
    this.#findings.add({
      line: data.line_number ?? 0,
      isMatch,
      ...blockExcerpt(bytesOf(data.lines), isMatch ? (data.submatches?.[0]?.start ?? 0) + 1 : 0),
    });
  }
}

interface Message {
  readonly type: string;
  readonly data: {
    readonly path?: Text;
    readonly lines?: Text;
    readonly line_number?: number | null;
    readonly binary_offset?: number | null;
    readonly submatches?: readonly { readonly start: number }[];
    readonly stats?: { readonly searches: number };
  };
}

type Text = { readonly text: string } | { readonly bytes: string };

const MAX_RECORD_BYTES = 64 * 1024 * 1024;

function bytesOf(text: Text): Buffer {
  return 'text' in text ? Buffer.from(text.text) : Buffer.from(text.bytes, 'base64');
}

/** Several lines as one text; only the part around the match if it is very long. */
function blockExcerpt(block: Buffer, column: number): Excerpt {
  const end = block.at(-1) === 10 ? block.length - (block.at(-2) === 13 ? 2 : 1) : block.length;
  const lines = block.subarray(0, end);
  if (lines.length > MAX_BLOCK_BYTES || !lines.includes(10)) return excerpt(lines, column);
  return {
    text: lines.toString('utf8').replaceAll('\r\n', '\n'),
    column: column <= 1 ? column : lines.toString('utf8', 0, column - 1).length + 1,
    cut: false,
  };
}

const MAX_BLOCK_BYTES = 40_000;
