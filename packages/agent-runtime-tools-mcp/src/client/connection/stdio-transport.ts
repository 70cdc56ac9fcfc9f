import { setImmediate as immediate } from 'node:timers/promises';
import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { Processes, ProcessHandle } from '@ku0/agent-runtime-tools-processes';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { StdioServerConfig } from '../config/server-config.ts';
import { JsonLines } from '../../json-lines.ts';

export interface StdioTransportParts {
  readonly processes: Processes;
  readonly config: StdioServerConfig;
  /** Where the program runs, unless its configuration says so. */
  readonly folder: string | undefined;
  readonly allowEnv: readonly string[];
  readonly maxMessageBytes: number;
  readonly parse: (line: string) => JSONRPCMessage;
  readonly serialize: (message: JSONRPCMessage) => string;
}

/**
 * Speaks to a server over its standard input and output. The program is started by the process service: without a shell, with
 * an allow-listed environment, in its own process group, which ends with the transport.
 */
export class StdioTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: Transport['onmessage'];
  /** Together with `pid`, this property tells the SDK that the server is a local program. */
  readonly stderr = null;
  readonly #parts: StdioTransportParts;
  readonly #lines: JsonLines;
  readonly #abort = new AbortController();
  #handle: ProcessHandle | undefined;
  #closing: Promise<void> | undefined;
  #errorOutput = '';
  #isClosed = false;

  constructor(parts: StdioTransportParts) {
    this.#parts = parts;
    this.#lines = new JsonLines(parts.maxMessageBytes);
  }

  get pid(): number | null {
    return this.#handle?.pid ?? null;
  }

  /** The end of what the program printed to its standard error. */
  get errorOutput(): string {
    // The first line of a cut text may be the rest of a secret.
    const isCut = this.#errorOutput.length === MAX_ERROR_CHARS;
    return isCut ? this.#errorOutput.slice(this.#errorOutput.indexOf('\n') + 1) : this.#errorOutput;
  }

  async start(): Promise<void> {
    const { processes, config, folder, allowEnv } = this.#parts;
    const cwd = config.cwd ?? folder;
    const started = await processes.start([config.command, ...(config.args ?? [])], {
      env: config.env ?? {},
      allowEnv,
      keepOutput: false,
      isServer: true,
      signal: this.#abort.signal,
      onOutput: (stream, text) => (stream === 'stdout' ? this.#receive(text) : this.#keepErrors(text)),
      ...(cwd !== undefined && { cwd }),
    });
    if (!started.ok) {
      this.#end();
      throw new ToolFailure(started.error);
    }
    this.#handle = started.handle;
    if (this.#abort.signal.aborted) await this.close();
    else void started.handle.wait().then(() => this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const handle = this.#handle;
    if (handle === undefined || this.#isClosed) throw new Error('The server has ended.');
    const written = await handle.write(this.#parts.serialize(message));
    if (!written.ok) throw new ToolFailure(written.error);
  }

  /** Ends the program and everything that it started. */
  close(): Promise<void> {
    this.#closing ??= this.#closeNow();
    return this.#closing;
  }

  async #closeNow(): Promise<void> {
    const handle = this.#handle;
    try {
      // Servers that read to the end of their input can finish by themselves.
      handle?.closeInput();
      if (handle?.status === 'running') await handle.wait(AbortSignal.timeout(EXIT_GRACE_MS));
      await handle?.stop();
    } finally {
      this.#abort.abort();
      this.#end();
    }
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }

  /** While the returned promise is pending, no more output is read. */
  #receive(text: string): Promise<void> | void {
    if (this.#isClosed || this.#closing !== undefined) return;
    try {
      const lines = this.#lines.push(text);
      if (lines.length > 0) return this.#deliverAll(lines);
    } catch (error) {
      this.#report(error);
      // A program that floods its output gets no time to finish.
      void this.#handle?.stop('SIGKILL').then(() => this.close());
    }
  }

  async #deliverAll(lines: readonly string[]): Promise<void> {
    for (const line of lines) {
      const message = this.#parse(line);
      if (message === undefined) continue;
      this.onmessage?.(message);
      // The SDK handles notifications later than responses: progress must not arrive after its call has ended.
      if (!('id' in message)) await immediate();
    }
  }

  #parse(line: string): JSONRPCMessage | undefined {
    try {
      return this.#parts.parse(line);
    } catch {
      // Some servers print other texts; they are no reason to end the connection.
      this.#report(new SyntaxError('The server printed a line that is no message.'));
      return undefined;
    }
  }

  #keepErrors(text: string): void {
    this.#errorOutput = (this.#errorOutput + text.slice(-MAX_ERROR_CHARS)).slice(-MAX_ERROR_CHARS);
  }

  #report(error: unknown): void {
    this.onerror?.(error instanceof Error ? error : new Error(String(error)));
  }
}

const EXIT_GRACE_MS = 300;
const MAX_ERROR_CHARS = 4000;
