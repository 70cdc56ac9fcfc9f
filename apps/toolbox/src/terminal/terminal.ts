import type { Readable } from 'node:stream';
import { Output, type OutputStream } from './output.ts';

export type InputStream = Readable & { readonly isTTY?: boolean };

export interface StandardStreams {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** Where this program reads and writes. */
export class Terminal {
  readonly out: Output;
  readonly err: Output;
  /** A line can be drawn over again. */
  readonly canRedraw: boolean;
  readonly #streams: StandardStreams;

  constructor(streams: StandardStreams, env: NodeJS.ProcessEnv) {
    this.#streams = streams;
    this.out = new Output(streams.stdout, env);
    this.err = new Output(streams.stderr, env);
    this.canRedraw = this.err.isTerminal && env['TERM'] !== 'dumb';
  }

  /** Opened when it is first asked for: most commands read nothing. */
  get in(): InputStream {
    return this.#streams.stdin;
  }

  /** A person can be asked: what they type arrives, and what is asked is seen. */
  get canAsk(): boolean {
    return this.err.isTerminal && this.in.isTTY === true;
  }
}
