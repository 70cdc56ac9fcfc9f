/** Splits the output of a language server into messages: a header with the length in bytes, an empty line, JSON. */
export class MessageStream {
  #buffer = Buffer.alloc(0);

  /** The messages that are complete now. Throws if the output is not in the format, or a message is too large. */
  push(text: string): unknown[] {
    this.#buffer = Buffer.concat([this.#buffer, Buffer.from(text)]);
    const messages: unknown[] = [];
    for (;;) {
      const headerEnd = this.#buffer.indexOf('\r\n\r\n');
      if (headerEnd === -1) {
        if (this.#buffer.length > MAX_HEADER_BYTES) throw new Error('The language server does not speak its protocol.');
        return messages;
      }
      const header = this.#buffer.toString('latin1', 0, headerEnd);
      const length = Number(/^content-length:\s*(\d+)\s*$/im.exec(header)?.[1]);
      if (!(length <= MAX_MESSAGE_BYTES)) throw new Error('The language server sent a message that is too large.');
      const start = headerEnd + 4;
      if (this.#buffer.length < start + length) return messages;
      messages.push(JSON.parse(this.#buffer.toString('utf8', start, start + length)));
      this.#buffer = this.#buffer.subarray(start + length);
    }
  }
}

export function encodeMessage(message: object): string {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const MAX_HEADER_BYTES = 16 * 1024;
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
