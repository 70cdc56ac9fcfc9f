import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { ProcessHandle, Processes } from '@ku0/agent-runtime-tools-processes';
import { encodeMessage, MessageStream } from './message-stream.ts';

/** The server cannot answer: it did not start, crashed, hung or refused the request. */
export class LanguageServerFailure extends Error {
  override readonly name = 'LanguageServerFailure';
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export interface ClientOptions {
  readonly processes: Processes;
  readonly command: readonly string[];
  readonly cwd: string;
}

/** A running language server. One that crashes, hangs or breaks the protocol is ended, and every open request fails. */
export class LanguageClient {
  readonly #waiting = new Map<number, Waiting>();
  #handle: ProcessHandle | undefined;
  #failure: LanguageServerFailure | undefined;
  #nextId = 1;
  /** Resolves when the server has ended and its temporary files are gone. */
  #ended: Promise<void> | undefined;

  static async start({ processes, command, cwd }: ClientOptions): Promise<LanguageClient> {
    // Servers leave files in the temporary folder when they are ended, so each has one of its own.
    const folder = await mkdtemp(join(tmpdir(), 'language-server-'));
    const client = new LanguageClient();
    const messages = new MessageStream();
    const started = await processes.start(command, {
      cwd,
      env: { TMPDIR: folder, TMP: folder, TEMP: folder },
      timeoutMs: Infinity,
      keepOutput: false,
      isServer: true,
      onOutput: (stream, text) => {
        if (stream === 'stderr') return;
        try {
          for (const message of messages.push(text)) client.#receive(message);
        } catch (error) {
          client.#fail(errorMessage(error));
        }
      },
    });
    const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    if (!started.ok) {
      await remove();
      throw new LanguageServerFailure(started.error.message);
    }
    client.#handle = started.handle;
    client.#ended = started.handle.wait().then(() => {
      client.#fail('The language server has ended.');
      return remove();
    });
    return client;
  }

  get isRunning(): boolean {
    return this.#failure === undefined;
  }

  /** Rejects with a LanguageServerFailure, or with the reason of the signal. A server that takes too long is ended. */
  async request(
    method: string,
    params: object,
    {
      signal,
      timeoutMs = REQUEST_TIMEOUT_MS,
    }: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number } = {},
  ): Promise<unknown> {
    signal?.throwIfAborted();
    const id = this.#nextId++;
    let onAbort: (() => void) | undefined;
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#waiting.set(id, { resolve, reject });
        timer = setTimeout(() => this.#fail(`The language server did not answer within ${timeoutMs} ms.`), timeoutMs);
        onAbort = () => {
          this.#send({ method: '$/cancelRequest', params: { id } });
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        this.#send({ id, method, params });
      });
    } finally {
      clearTimeout(timer);
      if (onAbort !== undefined) signal?.removeEventListener('abort', onAbort);
      this.#waiting.delete(id);
    }
  }

  notify(method: string, params: object): void {
    this.#send({ method, params });
  }

  async stop(): Promise<void> {
    this.#fail('The language server was ended.');
    await this.#handle?.stop();
    await this.#ended;
  }

  #send(message: object): void {
    if (this.#failure !== undefined || this.#handle === undefined) {
      this.#rejectAll();
      return;
    }
    void this.#handle.write(encodeMessage(message)).then((result) => {
      if (!result.ok) this.#fail(result.error.message);
    });
  }

  #receive(message: unknown): void {
    if (typeof message !== 'object' || message === null) return;
    const { id, method, result, error } = message as Partial<Record<'id' | 'method' | 'result' | 'error', unknown>>;
    // Requests of the server get no more than an empty answer: settings, progress, watched files.
    if (typeof method === 'string') {
      if (id !== undefined) this.#send({ id, result: method === 'workspace/configuration' ? [] : null });
      return;
    }
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined;
    if (error === undefined || error === null) waiting?.resolve(result);
    else waiting?.reject(new LanguageServerFailure(messageOf(error)));
  }

  #fail(message: string): void {
    if (this.#failure !== undefined) return;
    this.#failure = new LanguageServerFailure(message);
    this.#rejectAll();
    void this.#handle?.stop();
  }

  #rejectAll(): void {
    for (const { reject } of this.#waiting.values())
      reject(this.#failure ?? new LanguageServerFailure('The language server is not running.'));
  }
}

const REQUEST_TIMEOUT_MS = 30_000;

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
    ? `The language server refused the request: ${error.message.slice(0, 300)}`
    : 'The language server refused the request.';
}
