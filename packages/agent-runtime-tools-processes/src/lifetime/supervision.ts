import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputPump } from '../output/stream/output-pump.ts';
import { platform } from '../platform/current-platform.ts';
import type { RootProcess } from '../platform/platform.ts';
import type { Survivor } from '../run-result.ts';
import { endOutputHolders, endTree } from './end-tree.ts';
import { wasStartedRecently, recordStart } from './recent-programs.ts';

export type StopCause = 'timed-out' | 'cancelled';

export interface Ending {
  readonly status: 'exited' | 'signaled' | StopCause;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly survivors: readonly Survivor[];
  /** A process that could not be found or ended still has the output open. */
  readonly outputStillOpen: boolean;
  /** Whether it was blocked reading its input or a terminal when its time was up. */
  readonly waitingForInput?: boolean;
}

export interface SupervisionOptions {
  readonly root: RootProcess;
  readonly pumps: readonly OutputPump[];
  readonly killGraceMs: number;
  readonly exitGraceMs: number;
  /** Whether descendants are ended when the program exits by itself. Called after its exit. */
  readonly endLeftovers: () => boolean;
  /** The program's descendants end with it, so none are searched for after a clean exit. */
  readonly endsDescendants?: boolean;
}

/** Watches a program from its start until it and, if wanted, its descendants have ended. */
export class Supervision {
  readonly #child: ChildProcess;
  readonly #options: SupervisionOptions;
  readonly #exited: Promise<void>;
  readonly #closed: Promise<void>;
  readonly #stopRequested: Promise<void>;
  #requestStop: () => void = () => undefined;
  #cause: StopCause | undefined;
  #stopSignal: NodeJS.Signals = 'SIGTERM';
  #hasExited = false;
  #hasClosed = false;

  /** Resolves when the program and, with `endLeftovers`, its descendants have ended. Never rejects. */
  readonly ended: Promise<Ending>;

  constructor(child: ChildProcess, options: SupervisionOptions) {
    this.#child = child;
    this.#options = options;
    recordStart(options.root.pid);
    this.#exited = new Promise((resolve) => {
      child.once('exit', () => {
        this.#hasExited = true;
        resolve();
      });
    });
    this.#closed = new Promise((resolve) => {
      child.once('close', () => {
        this.#hasClosed = true;
        resolve();
      });
    });
    this.#stopRequested = new Promise((resolve) => {
      this.#requestStop = resolve;
    });
    this.ended = this.#watch();
  }

  /** Stops the program. Only the first cause counts, and a program that has exited keeps its status. */
  stop(cause: StopCause, signal: NodeJS.Signals = 'SIGTERM'): void {
    if (this.#cause !== undefined) return;
    this.#cause = cause;
    this.#stopSignal = signal;
    this.#requestStop();
  }

  /** Waits for the end; stops the program when the timeout passes or the signal fires. */
  async waitForEnd(timeoutMs: number | undefined, signal: AbortSignal | undefined): Promise<Ending> {
    const cancel = (): void => this.stop('cancelled');
    // NaN counts as 0, not as unlimited.
    const isLimited = timeoutMs !== undefined && !(timeoutMs >= MAX_TIMER_MS);
    const timer = isLimited ? setTimeout(() => this.stop('timed-out'), Math.max(0, timeoutMs || 0)) : undefined;
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    const ending = await this.ended;
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    return ending;
  }

  async #watch(): Promise<Ending> {
    await Promise.race([this.#exited, this.#stopRequested]);
    const cause = this.#hasExited ? undefined : this.#cause;
    const isWaiting = cause === 'timed-out' ? await platform.isReadingInput(this.#options.root) : undefined;
    const survivors = cause === undefined ? await this.#afterExit() : await this.#end(false);
    const mustClose = this.#options.endLeftovers() || cause !== undefined;
    const { outputStillOpen, holders } = mustClose ? await this.#closeOutput() : OUTPUT_CLOSED;
    return {
      status: cause ?? (this.#child.signalCode === null ? 'exited' : 'signaled'),
      ...(this.#child.exitCode !== null && { exitCode: this.#child.exitCode }),
      ...(this.#child.signalCode !== null && { signal: this.#child.signalCode }),
      survivors: [...survivors, ...holders],
      outputStillOpen,
      ...(isWaiting !== undefined && { waitingForInput: isWaiting }),
    };
  }

  /** After a clean exit: reads the rest of the output, then ends the descendants that outlive their grace period. */
  async #afterExit(): Promise<readonly Survivor[]> {
    const { root, exitGraceMs, endLeftovers, endsDescendants = false } = this.#options;
    const graceEnd = performance.now() + exitGraceMs;
    await this.#drainOutput();
    if (!endLeftovers()) return [];
    const isGone = this.#hasClosed && !platform.groupExists(root.pid);
    if (isGone && (endsDescendants || !platform.mayHaveDescendants(root, wasStartedRecently))) return [];
    for (let emptyScans = 0; ;) {
      const running = await platform.descendants(root);
      emptyScans = running.length === 0 ? emptyScans + 1 : 0;
      if (emptyScans === REQUIRED_EMPTY_SCANS) return [];
      if (emptyScans === 0 && (performance.now() >= graceEnd || this.#cause !== undefined)) return this.#end(true);
      await sleep(emptyScans > 0 ? 2 : 10);
    }
  }

  /**
   * Waits until the output has ended, the grace period is over or a stop is requested. A slow consumer extends the grace
   * period, but only for as much output as the program can have left in its pipes.
   */
  async #drainOutput(): Promise<void> {
    const { pumps, exitGraceMs } = this.#options;
    const pauses = (): number => sum(pumps.map((pump) => pump.pauses));
    const bytes = (): number => sum(pumps.map((pump) => pump.bytes));
    const maxBytes = bytes() + MAX_PIPE_BYTES;
    for (;;) {
      if (this.#cause !== undefined || bytes() > maxBytes) return;
      const consuming = pumps.flatMap((pump) => pump.consuming ?? []);
      const pausesBefore = pauses();
      if (consuming.length > 0) await Promise.race([this.#stopRequested, Promise.all(consuming)]);
      else if (this.#hasClosed) return;
      else await this.#waitAtMost(exitGraceMs, [this.#closed, this.#stopRequested]);
      if (consuming.length === 0 && !this.#hasClosed && pauses() === pausesBefore) return;
    }
  }

  /** Waits for the first of the events, at most `ms`. */
  async #waitAtMost(ms: number, events: readonly Promise<void>[]): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await Promise.race([...events, timeout]);
    clearTimeout(timer);
    // If this process was blocked, the end of the output may have arrived without having been read yet.
    if (!this.#hasClosed) await new Promise(setImmediate);
  }

  #end(includeGroup: boolean): Promise<readonly Survivor[]> {
    return endTree(this.#options.root, {
      signal: this.#stopSignal,
      graceMs: this.#options.killGraceMs,
      hasExited: () => this.#hasExited,
      includeGroup,
    });
  }

  /** Ends processes that still have the output open although no descendant was found, and closes our side. */
  async #closeOutput(): Promise<OutputState> {
    if (this.#hasClosed) return OUTPUT_CLOSED;
    const { root, pumps } = this.#options;
    const wait = (): Promise<void> => this.#waitAtMost(OUTPUT_CLOSE_MS, [this.#closed]);
    await wait();
    const isOpen = (): boolean => !this.#hasClosed && pumps.every(({ consuming }) => consuming === undefined);
    const holders = isOpen() ? await endOutputHolders(root, wait) : [];
    const outputStillOpen = isOpen();
    for (const pump of pumps) pump.stop();
    this.#child.stdin?.destroy();
    return { outputStillOpen, holders };
  }
}

interface OutputState {
  readonly outputStillOpen: boolean;
  /** Processes that were ended because they had the output open. */
  readonly holders: readonly Survivor[];
}

const OUTPUT_CLOSED: OutputState = { outputStillOpen: false, holders: [] };

/** A process that is in execve may be invisible in one scan. */
const REQUIRED_EMPTY_SCANS = 2;
const OUTPUT_CLOSE_MS = 50;
const MAX_PIPE_BYTES = 1024 * 1024;

/** Longer timers fire at once, so a longer timeout has no timer. */
const MAX_TIMER_MS = 2 ** 31;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
