import { open } from 'node:fs/promises';

export interface FileLine {
  /** Empty if it is not UTF-8: no two different lines have the same text. */
  readonly text: string;
  /** False for a line that is too long, and for a last line without its line feed. */
  readonly isWhole: boolean;
  /** There is no line feed after it. */
  readonly isLast: boolean;
}

/** Reads a file line by line. Only line feeds separate lines. A line that is too long is cut, and its rest is skipped. */
export async function* readLines(file: string, maxBytes: number): AsyncGenerator<FileLine> {
  const handle = await open(file, 'r');
  try {
    const chunk = Buffer.alloc(256 * 1024);
    let rest: Buffer = Buffer.alloc(0);
    let isSkipping = false;
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, chunk.length);
      if (bytesRead === 0) break;
      let bytes = Buffer.concat([rest, chunk.subarray(0, bytesRead)]);
      for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED)) {
        const text = isSkipping ? '' : decode(bytes.subarray(0, Math.min(end, maxBytes)));
        if (!isSkipping) yield { text, isWhole: end <= maxBytes, isLast: false };
        isSkipping = false;
        bytes = bytes.subarray(end + 1);
      }
      if (bytes.length > maxBytes) {
        if (!isSkipping) yield { text: decode(bytes.subarray(0, maxBytes)), isWhole: false, isLast: false };
        isSkipping = true;
        bytes = Buffer.alloc(0);
      }
      rest = Buffer.from(bytes);
    }
    if (rest.length > 0 && !isSkipping) yield { text: decode(rest), isWhole: false, isLast: true };
  } finally {
    await handle.close();
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return '';
  }
}

const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LINE_FEED = 0x0a;
