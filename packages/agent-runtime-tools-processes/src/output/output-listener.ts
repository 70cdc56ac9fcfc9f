import type { OutputStream, ProgramOptions } from '../run-options.ts';

/** A caller's listener, kept from doing harm: one that throws is not called again, nor after the program's result. */
export class OutputListener {
  readonly warnings: string[] = [];
  #listener: ProgramOptions['onOutput'];

  constructor(listener: ProgramOptions['onOutput']) {
    this.#listener = listener;
  }

  /** A promise means that the listener is not ready for more. It never rejects. */
  call(stream: OutputStream, text: Buffer): Promise<void> | undefined {
    if (this.#listener === undefined) return undefined;
    try {
      const taking = this.#listener(stream, text.toString());
      return taking === undefined ? undefined : Promise.resolve(taking).catch((error: unknown) => this.#failed(error));
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  stop(): void {
    this.#listener = undefined;
  }

  #failed(error: unknown): void {
    this.stop();
    this.warnings.push(`The output listener failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
