import type { Writable } from 'node:stream';

/** The type of `process.stdout` and `process.stderr`. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** Stdout or stderr. Writing to it never throws; after an error, writes are ignored. */
export class Output {
  readonly isTerminal: boolean;
  readonly hasColour: boolean;
  /** For programs and libraries that write to it themselves. */
  readonly stream: OutputStream;
  readonly #onClose: (() => void)[] = [];
  #error: Error | undefined;

  constructor(stream: OutputStream, env: NodeJS.ProcessEnv) {
    this.stream = stream;
    this.isTerminal = stream.isTTY === true;
    this.hasColour = wantsColour(this.isTerminal, env);
    stream.on('error', (error: Error) => this.#fail(error));
  }

  get columns(): number {
    return this.stream.columns ?? DEFAULT_COLUMNS;
  }

  /** The error of the stream, unless the reader has closed the pipe. */
  get error(): Error | undefined {
    return this.#error !== undefined && 'code' in this.#error && this.#error.code === 'EPIPE' ? undefined : this.#error;
  }

  write(text: string): void {
    if (this.#error === undefined && text !== '') this.stream.write(text);
  }

  line(text = ''): void {
    this.write(`${text}\n`);
  }

  /** Calls the listener when the reader has closed the pipe or the stream has failed. Returns a function that removes it. */
  onClose(listener: () => void): () => void {
    this.#onClose.push(listener);
    return () => {
      const index = this.#onClose.indexOf(listener);
      if (index !== -1) this.#onClose.splice(index, 1);
    };
  }

  /** Resolves when everything has been written, or the stream has failed. */
  flush(): Promise<void> {
    if (this.#error !== undefined) return Promise.resolve();
    return new Promise((resolve) => this.stream.write('', () => resolve()));
  }

  #fail(error: Error): void {
    if (this.#error !== undefined) return;
    this.#error = error;
    for (const listener of this.#onClose.slice()) listener();
  }
}

const DEFAULT_COLUMNS = 80;

/** Implements https://no-color.org and https://force-color.org. As in Node, FORCE_COLOR overrides NO_COLOR. */
export function wantsColour(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env['NO_COLOR']) return false;
  return isTerminal && env['TERM'] !== 'dumb';
}
