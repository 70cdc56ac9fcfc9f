import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputPump } from '../output/output-pump.ts';
import { platform } from '../platform/current-platform.ts';
import type { Root } from '../platform/platform.ts';
import type { Survivor } from '../run-result.ts';
import { endHolders, endTree } from './end-tree.ts';
import { isRecentLeader, rememberLeader } from './recent-leaders.ts';

export type StopCause = 'timed-out' | 'cancelled';

export interface Ending {
  readonly status: 'exited' | 'signaled' | StopCause;
  readonly exitCode?: number;
  readonly signal?: string;
  readonly survivors: readonly Survivor[];
  /** Somebody who could not be found still holds the output open. */
  readonly outputHeld: boolean;
  /** When its time was up, it was blocked reading its input or a terminal. */
  readonly waitingForInput?: boolean;
}

export interface SupervisionOptions {
  readonly root: Root;
  readonly pumps: readonly OutputPump[];
  readonly killGraceMs: number;
  readonly exitGraceMs: number;
  /** What the program leaves behind when it ends by itself is ended too. Asked when it has ended. */
  readonly endLeftovers: () => boolean;
  /** The program takes all it started with it, so that nothing is looked for when it has ended by itself. */
  readonly leavesNothing?: boolean;
}

/** Watches over one program from its start until nothing of it is left. */
export class Supervision {
  readonly #child: ChildProcess;
  readonly #options: SupervisionOptions;
  readonly #exited: Promise<void>;
  readonly #closed: Promise<void>;
  readonly #stopAsked: Promise<void>;
  #askToStop: () => void = () => undefined;
  #cause: StopCause | undefined;
  #stopSignal: NodeJS.Signals = 'SIGTERM';
  #hasExited = false;
  #hasClosed = false;

  /** Resolves when the program has ended, and with `endLeftovers` all that belongs to it. Never rejects. */
  readonly ended: Promise<Ending>;

  constructor(child: ChildProcess, options: SupervisionOptions) {
    this.#child = child;
    this.#options = options;
    rememberLeader(options.root.pid);
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
    this.#stopAsked = new Promise((resolve) => {
      this.#askToStop = resolve;
    });
    this.ended = this.#watch();
  }

  /** The first cause counts; a program that has ended keeps its ending. */
  stop(cause: StopCause, signal: NodeJS.Signals = 'SIGTERM'): void {
    if (this.#cause !== undefined) return;
    this.#cause = cause;
    this.#stopSignal = signal;
    this.#askToStop();
  }

  /** The ending, brought about by a limit or a signal if need be. */
  async within(timeoutMs: number | undefined, signal: AbortSignal | undefined): Promise<Ending> {
    const cancel = (): void => this.stop('cancelled');
    // What is no number is no time either, rather than all of it.
    const isLimited = timeoutMs !== undefined && !(timeoutMs >= LONGEST_TIMER);
    const timer = isLimited ? setTimeout(() => this.stop('timed-out'), Math.max(0, timeoutMs || 0)) : undefined;
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    const ending = await this.ended;
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    return ending;
  }

  async #watch(): Promise<Ending> {
    await Promise.race([this.#exited, this.#stopAsked]);
    const cause = this.#hasExited ? undefined : this.#cause;
    const isWaiting = cause === 'timed-out' ? await platform.isReadingInput(this.#options.root) : undefined;
    const survivors = cause === undefined ? await this.#settle() : await this.#end(false);
    const mustClose = this.#options.endLeftovers() || cause !== undefined;
    const { outputHeld, holders } = mustClose ? await this.#closeOutput() : NOT_HELD;
    return {
      status: cause ?? (this.#child.signalCode === null ? 'exited' : 'signaled'),
      ...(this.#child.exitCode !== null && { exitCode: this.#child.exitCode }),
      ...(this.#child.signalCode !== null && { signal: this.#child.signalCode }),
      survivors: [...survivors, ...holders],
      outputHeld,
      ...(isWaiting !== undefined && { waitingForInput: isWaiting }),
    };
  }

  /** After the program's own end: the rest of its output, then whatever it left behind. */
  async #settle(): Promise<readonly Survivor[]> {
    const { root, exitGraceMs, endLeftovers, leavesNothing = false } = this.#options;
    const graceEnd = performance.now() + exitGraceMs;
    await this.#drained();
    if (!endLeftovers()) return [];
    const isGone = this.#hasClosed && !platform.groupExists(root.pid);
    if (isGone && (leavesNothing || !platform.mayHaveLeft(root, isRecentLeader))) return [];
    for (let looks = 0; ;) {
      const left = await platform.descendants(root);
      looks = left.length === 0 ? looks + 1 : 0;
      if (looks === EMPTY_LOOKS) return [];
      if (looks === 0 && (performance.now() >= graceEnd || this.#cause !== undefined)) return this.#end(true);
      await sleep(looks > 0 ? 2 : 10);
    }
  }

  /**
   * Until the output ends, its grace is over or a stop is asked for. A slow taker gets more time, but no more output
   * than the program can have left in its pipes.
   */
  async #drained(): Promise<void> {
    const { pumps, exitGraceMs } = this.#options;
    const holds = (): number => sum(pumps.map((pump) => pump.holds));
    const bytes = (): number => sum(pumps.map((pump) => pump.bytes));
    const most = bytes() + MOST_IN_PIPES;
    for (;;) {
      if (this.#cause !== undefined || bytes() > most) return;
      const held = pumps.flatMap((pump) => pump.held ?? []);
      const before = holds();
      if (held.length > 0) await Promise.race([this.#stopAsked, Promise.all(held)]);
      else if (this.#hasClosed) return;
      else await this.#within(exitGraceMs, [this.#closed, this.#stopAsked]);
      if (held.length === 0 && !this.#hasClosed && holds() === before) return;
    }
  }

  /** Until one of the events, or this long. */
  async #within(ms: number, events: readonly Promise<void>[]): Promise<void> {
    let alarm: NodeJS.Timeout | undefined;
    const time = new Promise<void>((resolve) => {
      alarm = setTimeout(resolve, ms);
    });
    await Promise.race([...events, time]);
    clearTimeout(alarm);
    // When this process itself was held up, the end of the output is there to be read, but not yet read.
    if (!this.#hasClosed) await new Promise(setImmediate);
  }

  #end(reportGroup: boolean): Promise<readonly Survivor[]> {
    return endTree(this.#options.root, {
      signal: this.#stopSignal,
      graceMs: this.#options.killGraceMs,
      hasExited: () => this.#hasExited,
      reportGroup,
    });
  }

  /** Ends whoever holds the output although nothing was left to do so. */
  async #closeOutput(): Promise<Held> {
    if (this.#hasClosed) return NOT_HELD;
    const { root, pumps } = this.#options;
    await this.#within(CLOSE_MS, [this.#closed]);
    const isHeld = (): boolean => !this.#hasClosed && pumps.every(({ held }) => held === undefined);
    const holders = isHeld() ? await endHolders(root, () => this.#within(CLOSE_MS, [this.#closed])) : [];
    const outputHeld = isHeld();
    for (const pump of pumps) pump.stop();
    this.#child.stdin?.destroy();
    return { outputHeld, holders };
  }
}

interface Held {
  /** Somebody who could not be found or ended still has it open. */
  readonly outputHeld: boolean;
  readonly holders: readonly Survivor[];
}

const NOT_HELD: Held = { outputHeld: false, holders: [] };

/** A process in the middle of becoming another program may hide for one look. */
const EMPTY_LOOKS = 2;
const CLOSE_MS = 50;
const MOST_IN_PIPES = 1024 * 1024;

/** Timers of more than 31 bits of milliseconds fire at once; a limit that long is none. */
const LONGEST_TIMER = 2 ** 31;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
