/** The time that a server has to start. It stands still while a person authorizes the server. */
export class StartDeadline {
  readonly #controller = new AbortController();
  readonly #message: string;
  #left: number;
  #since = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, message: string) {
    this.#left = ms;
    this.#message = message;
    this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends the start because the connection is closed. */
  abort(message: string): void {
    this.end();
    this.#controller.abort(new Error(message));
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  async pausedFor<T>(work: () => Promise<T>): Promise<T> {
    this.end();
    this.#left -= performance.now() - this.#since;
    try {
      return await work();
    } finally {
      this.#start();
    }
  }

  #start(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.abort(this.#message), Math.max(0, this.#left));
  }
}
