import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import type { Processes, ProcessHandle, StartOptions } from '@ku0/agent-runtime-tools-processes';
import { specErrors } from '../../errors.ts';

/** A call of a function. */
export interface PythonCall {
  readonly module: string;
  readonly function: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly cwd: string;
}

/** What a worker says about a call. */
export type PythonOutcome =
  | { readonly ok: true; readonly value: unknown; readonly stdout: string }
  | {
      readonly ok: false;
      /** `refused`: the configuration is wrong. `result`: the value is not JSON. */
      readonly kind: 'exception' | 'refused' | 'result' | 'interrupted';
      readonly message: string;
      readonly traceback?: string;
      readonly stdout: string;
    };

/** How a worker is started. */
export interface WorkerCommand {
  readonly argv: readonly string[];
  readonly options: StartOptions;
  readonly dispose: () => Promise<void> | void;
}

/** How long a function may take to clean up after it was interrupted. */
const INTERRUPT_MS = 300;
const MAX_ERROR_CHARS = 4_000;

/** A Python process that runs one call at a time, so that a crash ends no other call. */
export class PythonWorker {
  readonly #handle: ProcessHandle;
  readonly #maxChars: number;
  /** Resolves when the process has ended and its sandbox is released. */
  readonly #released: Promise<void>;
  #received: string[] = [];
  #length = 0;
  #errors = '';
  #waiting: { resolve(outcome: PythonOutcome): void; reject(error: unknown): void } | undefined;

  private constructor(handle: ProcessHandle, maxChars: number, dispose: WorkerCommand['dispose']) {
    this.#handle = handle;
    this.#maxChars = maxChars;
    this.#released = handle.wait().then(async () => {
      this.#ended();
      await dispose();
    });
    // A sandbox that cannot be released is the problem of nobody who calls a function.
    this.#released.catch(() => undefined);
  }

  /** Rejects with a ToolFailure if Python cannot be started. */
  static async start(processes: Processes, command: WorkerCommand, maxChars: number): Promise<PythonWorker> {
    const created: { worker?: PythonWorker } = {};
    const started = await processes.start(command.argv, {
      ...command.options,
      keepOutput: false,
      onOutput: (stream, text) =>
        stream === 'stdout' ? created.worker?.receive(text) : created.worker?.keepErrors(text),
    });
    if (!started.ok) {
      await command.dispose();
      throw new ToolFailure(started.error);
    }
    created.worker = new PythonWorker(started.handle, maxChars, command.dispose);
    return created.worker;
  }

  get isAlive(): boolean {
    return this.#handle.status === 'running';
  }

  /** Runs one call. Rejects with a ToolFailure if the process ends; until it resolves, the worker takes no other call. */
  async call(call: PythonCall, signal: AbortSignal): Promise<PythonOutcome> {
    const outcome = new Promise<PythonOutcome>((resolve, reject) => (this.#waiting = { resolve, reject }));
    const interrupt = (): void => void this.#interrupt();
    signal.addEventListener('abort', interrupt, { once: true });
    try {
      if (signal.aborted) interrupt();
      const written = await this.#handle.write(`${JSON.stringify(call)}\n`);
      if (!written.ok) this.#ended();
      return await outcome;
    } finally {
      signal.removeEventListener('abort', interrupt);
      this.#waiting = undefined;
    }
  }

  async stop(): Promise<void> {
    this.#handle.closeInput();
    await this.#handle.stop();
    await this.#released.catch(() => undefined);
  }

  /** @internal */
  receive(text: string): void {
    this.#length += text.length;
    this.#received.push(text);
    if (this.#length > this.#maxChars) {
      void this.#handle.stop('SIGKILL');
      return;
    }
    if (!text.endsWith('\n')) return;
    const line = this.#received.join('');
    this.#received = [];
    this.#length = 0;
    try {
      // Only this program writes here, and always in this form.
      this.#waiting?.resolve(JSON.parse(line) as PythonOutcome);
    } catch (error) {
      this.#waiting?.reject(error);
    }
  }

  /** @internal */
  keepErrors(text: string): void {
    this.#errors = (this.#errors + text.slice(-MAX_ERROR_CHARS)).slice(-MAX_ERROR_CHARS);
  }

  /** Lets the function clean up, then ends the process. */
  async #interrupt(): Promise<void> {
    if (!this.isAlive) return;
    try {
      process.kill(this.#handle.pid, 'SIGINT');
    } catch {
      return;
    }
    const waiting = this.#waiting;
    await this.#handle.wait(AbortSignal.timeout(INTERRUPT_MS));
    if (this.#waiting !== undefined && this.#waiting === waiting) await this.#handle.stop('SIGKILL');
  }

  #ended(): void {
    const { exitCode, signal } = this.#handle;
    const how = signal ?? `exit code ${exitCode ?? 'unknown'}`;
    const printed = this.#errors.trim();
    this.#waiting?.reject(
      new ToolFailure(
        specErrors.WORKER_CRASHED({
          message: `The Python process ended in the middle of the call (${how})${printed === '' ? '.' : `: ${printed}`}`,
        }),
      ),
    );
  }
}
