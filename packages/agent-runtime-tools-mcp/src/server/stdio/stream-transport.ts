import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { JsonLines } from '../../json-lines.ts';

export interface StreamTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly maxRequestBytes: number;
}

/**
 * Speaks to one client over two streams, a message per line. The messages of one turn of the event loop are written together,
 * because each write is a system call, which costs more than everything else about a small message.
 */
export class StreamTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'] | undefined;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #decoder = new StringDecoder('utf8');
  readonly #lines: JsonLines;
  #unwritten = '';
  /** Settles when the client has read enough for more to be written. */
  #writable: PromiseWithResolvers<void> | undefined;
  #isStarted = false;
  #isClosed = false;

  constructor({ input, output, maxRequestBytes }: StreamTransportOptions) {
    this.#input = input;
    this.#output = output;
    this.#lines = new JsonLines(maxRequestBytes);
  }

  /** Can be called again, by whom the connection is handed to. */
  async start(): Promise<void> {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const input = this.#input;
    // The end of a stream that has ended already is not announced again.
    if (input.readableEnded || input.destroyed) setImmediate(this.#end);
    this.#output.off('error', ignoreError);
    this.#output.on('error', this.#fail);
    input.on('error', this.#report);
    input.on('end', this.#end);
    input.on('close', this.#end);
    input.on('data', this.#receive);
  }

  /** Resolves at once, unless the client has yet to read what was written before. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#isClosed) throw new Error('The connection is closed.');
    const waiting = this.#output.writableLength + this.#unwritten.length;
    if (waiting > MAX_WAITING_CHARS) {
      const error = new Error('The client does not read what is sent to it.');
      this.#fail(error);
      throw error;
    }
    // A client that reads too slowly misses what is only shown to people, so that answers do not queue up behind it.
    if (waiting > SLOW_CLIENT_CHARS && 'method' in message && ADVISORY.has(message.method)) return;
    const line = `${JSON.stringify(message)}\n`;
    if (this.#unwritten === '') setImmediate(this.#write);
    this.#unwritten += line;
    if (this.#unwritten.length > WRITE_CHARS) this.#write();
    await this.#writable?.promise;
  }

  /** Hands a message of the client to whoever serves it. */
  deliver(message: JSONRPCMessage): void {
    this.onmessage?.(message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#write();
    this.#isClosed = true;
    const input = this.#input;
    input.off('data', this.#receive);
    input.off('error', this.#report);
    input.off('end', this.#end);
    input.off('close', this.#end);
    if (input.listenerCount('data') === 0) input.pause();
    this.#output.off('drain', this.#drained);
    this.#output.off('error', this.#fail);
    // A write that fails now has nobody to tell. There is one listener, however many connections a stream has had.
    if (!this.#output.listeners('error').includes(ignoreError)) this.#output.on('error', ignoreError);
    this.#writable?.resolve();
    this.onclose?.();
  }

  readonly #receive = (chunk: Buffer | string): void => {
    try {
      for (const line of this.#lines.push(typeof chunk === 'string' ? chunk : this.#decoder.write(chunk)))
        this.#read(line);
    } catch (error) {
      this.#fail(error);
    }
  };

  #read(line: string): void {
    if (this.#isClosed) return;
    const message = parse(line);
    if (message === undefined) this.#report(new SyntaxError('The client sent a line that is no message.'));
    else this.deliver(message);
  }

  readonly #write = (): void => {
    const text = this.#unwritten;
    if (text === '' || this.#isClosed) return;
    this.#unwritten = '';
    if (this.#output.write(text)) return;
    // Without new requests, only the answers to the ones that were read can still queue up.
    if (this.#output.writableLength > SLOW_CLIENT_CHARS) this.#input.pause();
    if (this.#writable !== undefined) return;
    this.#writable = Promise.withResolvers();
    this.#output.once('drain', this.#drained);
  };

  readonly #drained = (): void => {
    this.#writable?.resolve();
    this.#writable = undefined;
    this.#input.resume();
  };

  readonly #end = (): void => void this.close();

  readonly #fail = (error: unknown): void => {
    this.#report(error);
    this.#end();
  };

  readonly #report = (error: unknown): void =>
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
}

/** Only people see them. */
const ADVISORY: ReadonlySet<string> = new Set(['notifications/message', 'notifications/progress']);
/** What has been collected is written at once when it is this long. */
const WRITE_CHARS = 64 * 1024;
/** With more than this waiting, no more requests are read, and no progress is sent. */
const SLOW_CLIENT_CHARS = 1024 * 1024;
/** With more than this waiting, the connection ends. */
const MAX_WAITING_CHARS = 256 * 1024 * 1024;

/** The SDK checks the form of every message that it gets, so it is not checked here. */
function parse(line: string): JSONRPCMessage | undefined {
  try {
    return JSON.parse(line) as JSONRPCMessage;
  } catch {
    return undefined;
  }
}

function ignoreError(): void {}
