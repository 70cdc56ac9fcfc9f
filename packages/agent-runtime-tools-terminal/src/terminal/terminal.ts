import type { Readable } from 'node:stream';
import { Output, type OutputStream } from './output.ts';

export type InputStream = Readable & { readonly isTTY?: boolean };

export interface StandardStreams {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** Stdin, stdout and stderr of this program. */
export class Terminal {
  readonly out: Output;
  readonly err: Output;
  /** Whether a line on stderr can be redrawn in place. */
  readonly canRedraw: boolean;
  readonly #streams: StandardStreams;

  constructor(streams: StandardStreams, env: NodeJS.ProcessEnv) {
    this.#streams = streams;
    this.out = new Output(streams.stdout, env);
    this.err = new Output(streams.stderr, env);
    this.canRedraw = this.err.isTerminal && env['TERM'] !== 'dumb';
  }

  /** Node opens stdin on first access, which most commands do not need. */
  get in(): InputStream {
    return this.#streams.stdin;
  }

  /** Whether a person can be asked a question: stdin and stderr are terminals. */
  get canAsk(): boolean {
    return this.err.isTerminal && this.in.isTTY === true;
  }
}
