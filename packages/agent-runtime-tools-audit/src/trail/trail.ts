import type { AuditEntry } from '../record/audit-entry.ts';
import type { AuditSink } from '../sinks/audit-sink.ts';
import { isoTime } from './iso-time.ts';

export interface TrailOptions {
  readonly sink: AuditSink;
  /** How long the sink may take for one batch before that counts as a failure. */
  readonly timeoutMs: number;
  readonly onProblem: (problem: string) => void;
}

/**
 * Brings entries to the sink, in order and one batch at a time. Entries that could not be written are kept and written
 * when the sink works again. If there are too many of them, the rest is counted, and a `gap` entry has the count.
 */
export class Trail {
  readonly #sink: AuditSink;
  readonly #timeoutMs: number;
  readonly #onProblem: (problem: string) => void;
  readonly #queue: QueuedEntry[] = [];
  #writing: Promise<void> | undefined;
  #isStuck = false;
  #lost = 0;
  #lostBecause = '';
  #failure: Error | undefined;

  constructor({ sink, timeoutMs, onProblem }: TrailOptions) {
    this.#sink = sink;
    this.#timeoutMs = timeoutMs;
    this.#onProblem = onProblem;
  }

  /**
   * Appends an entry. Returns nothing if it is written already, else a promise. Throws or rejects if it cannot be written
   * now.
   */
  append(entry: AuditEntry): void | Promise<void> {
    if (this.#queue.length === 0 && this.#lost === 0 && this.#writing === undefined) return this.#appendAlone(entry);
    if (this.#queue.length >= MAX_QUEUE) this.#makeRoom();
    const queued: QueuedEntry = { entry };
    this.#queue.push(queued);
    if (this.#isStuck && this.#failure !== undefined) throw this.#failure;
    if (this.#writing === undefined && this.#write()) return undefined;
    return whenWritten(queued);
  }

  /** Nothing else is to be written, as for most entries. */
  #appendAlone(entry: AuditEntry): void | Promise<void> {
    let outcome: void | Promise<void>;
    try {
      outcome = this.#sink.append([entry]);
    } catch (error) {
      this.#queue.push({ entry });
      this.#report(error);
      throw error;
    }
    if (outcome === undefined) {
      this.#failure = undefined;
      return undefined;
    }
    const queued: QueuedEntry = { entry };
    this.#queue.push(queued);
    this.#follow(outcome, 1, 0);
    return whenWritten(queued);
  }

  /** Appends an entry that nobody waits for. Never throws: a failure is reported. */
  note(entry: AuditEntry): void {
    try {
      this.append(entry)?.catch(() => {});
    } catch {
      // Already reported.
    }
  }

  /** Waits until everything is written, if the sink works, and closes it. Never rejects. */
  async close(): Promise<void> {
    try {
      await this.#idle();
      if (this.#queue.length > 0 && !this.#isStuck) this.#write();
      await this.#idle();
      await this.#sink.close();
    } catch (error) {
      this.#report(error);
    }
  }

  async #idle(): Promise<void> {
    while (this.#writing !== undefined && !this.#isStuck) await this.#writing;
  }

  /** Throws if there is no room for another entry even now, and counts it. */
  #makeRoom(): void {
    try {
      if (this.#writing === undefined) this.#write();
    } catch {
      // Reported; the queue is as full as before.
    }
    if (this.#queue.length < MAX_QUEUE) return;
    const error = this.#failure ?? new Error('too many audit records are waiting to be written');
    this.#lost++;
    this.#lostBecause = error.message.slice(0, 200);
    throw error;
  }

  /** Begins to write the queue. Returns true if that is done already; throws if the sink does. */
  #write(): boolean {
    const { length } = this.#queue;
    const count = Math.min(length, MAX_BATCH);
    const lost = count === length ? this.#lost : 0;
    const entries: AuditEntry[] = [];
    for (let index = 0; index < count; index++) {
      const queued = this.#queue[index];
      if (queued !== undefined) entries.push(queued.entry);
    }
    if (lost > 0) entries.push(this.#gap(lost));
    let outcome: void | Promise<void>;
    try {
      outcome = this.#sink.append(entries);
    } catch (error) {
      this.#report(error);
      throw error;
    }
    if (outcome === undefined) {
      this.#written(count, lost);
      return this.#queue.length === 0 || this.#write();
    }
    this.#follow(outcome, count, lost);
    return false;
  }

  #follow(outcome: Promise<void>, count: number, lost: number): void {
    const timer = setTimeout(() => {
      this.#isStuck = true;
      this.#failed(new Error(`the audit trail was not written within ${this.#timeoutMs} ms`));
    }, this.#timeoutMs);
    this.#writing = outcome.then(
      () => {
        this.#ended(timer);
        this.#written(count, lost);
        this.#continue();
      },
      (error: unknown) => {
        this.#ended(timer);
        this.#failed(error);
      },
    );
  }

  #ended(timer: NodeJS.Timeout): void {
    clearTimeout(timer);
    this.#isStuck = false;
    this.#writing = undefined;
  }

  #continue(): void {
    try {
      if (this.#queue.length > 0) this.#write();
    } catch (error) {
      this.#failed(error);
    }
  }

  #written(count: number, lost: number): void {
    this.#failure = undefined;
    this.#lost -= lost;
    if (count === 1) this.#queue.shift()?.resolve?.();
    else for (const { resolve } of this.#queue.splice(0, count)) resolve?.();
  }

  /** Nobody waits any longer. The entries stay, for the next attempt. */
  #failed(error: unknown): void {
    this.#report(error);
    for (const queued of this.#queue) {
      queued.reject?.(error);
      queued.resolve = queued.reject = undefined;
    }
  }

  /** Reports each new failure once, until the sink works again. */
  #report(error: unknown): void {
    const failure = error instanceof Error ? error : new Error(String(error));
    const isNew = this.#failure?.message !== failure.message;
    this.#failure = failure;
    if (!isNew) return;
    try {
      this.#onProblem(failure.message);
    } catch {
      // There is nothing left to report the failure to.
    }
  }

  #gap(lost: number): AuditEntry {
    return { kind: 'gap', time: isoTime(Date.now()), lost, reason: this.#lostBecause };
  }
}

function whenWritten(queued: QueuedEntry): Promise<void> {
  return new Promise((resolve, reject) => {
    queued.resolve = resolve;
    queued.reject = reject;
  });
}

interface QueuedEntry {
  readonly entry: AuditEntry;
  resolve?: (() => void) | undefined;
  reject?: ((error: unknown) => void) | undefined;
}

const MAX_QUEUE = 10_000;
const MAX_BATCH = 500;
