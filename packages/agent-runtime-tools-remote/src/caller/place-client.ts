import { randomUUID } from 'node:crypto';
import type { CallDriver, CallerLink, CallJob } from '../driver/call-driver.ts';
import { readAnnouncement, type RemoteDefinition } from '../protocol/announcement.ts';
import type { OutputPiece } from '../protocol/output-pieces.ts';
import type { Secret } from '../protocol/seal.ts';
import { PendingCall } from './pending-call.ts';

export interface PlaceClientOptions {
  readonly driver: CallDriver;
  readonly place: string;
  readonly secret: Secret;
  /** How long a call that no worker has started waits for a worker at a place that has none. */
  readonly waitForWorkerMs: number;
  readonly onProblem: (message: string) => void;
  /** The tools that the place offers have changed, or may have. */
  readonly onTools: (tools: readonly RemoteDefinition[]) => void;
}

/** A caller's side of a place: the calls that are under way, and what its workers announce. */
export class PlaceClient {
  readonly #options: PlaceClientOptions;
  readonly #pending = new Map<string, PendingCall>();
  #link: CallerLink | undefined;
  #workers = 0;
  /** Workers whose announcements cannot be read with the secret. */
  #strangers = 0;
  #withoutWorkerSince: number | undefined = Date.now();
  #watch: NodeJS.Timeout | undefined;
  #refreshing: Promise<void> | undefined;
  #refreshAgain = false;

  constructor(options: PlaceClientOptions) {
    this.#options = options;
  }

  /** How many workers serve the place. */
  get workers(): number {
    return this.#workers;
  }

  get waitForWorkerMs(): number {
    return this.#options.waitForWorkerMs;
  }

  /** Rejects with an EngineUnavailableError. */
  async open(): Promise<void> {
    const { driver, place } = this.#options;
    this.#link = await driver.openCaller(place, {
      onStarted: (id) => this.#started(id),
      onMessage: (id, text) => this.#pending.get(id)?.take(text),
      onOutcome: (id, outcome) => this.#pending.get(id)?.finish(outcome),
      onWorkersChanged: () => void this.refresh(),
    });
    await this.refresh();
  }

  /** Sends a job. The result is the call, whose `ended` resolves in any case that the driver reports; rejects as `submit`. */
  async submit(job: Omit<CallJob, 'id'> & { readonly id: string }, onPiece: (piece: OutputPiece) => void) {
    const call = new PendingCall(job.id, this.#options.secret, onPiece);
    this.#pending.set(job.id, call);
    void call.ended.then(() => this.#ended(job.id));
    this.#watch ??= setInterval(() => void this.#giveUpWaiting(), WATCH_MS).unref();
    try {
      await this.#required.submit(job);
    } catch (error) {
      call.withdraw();
      throw error;
    }
    return call;
  }

  /** Stops a call: takes it back, or tells its worker until there is an outcome or `giveUpAt` has passed. Never rejects. */
  async cancel(call: PendingCall, reason: string, giveUpAt: number): Promise<void> {
    while (this.#pending.has(call.id) && Date.now() < giveUpAt) {
      try {
        if (!call.isStarted && (await this.#required.withdraw(call.id))) return call.withdraw();
        await this.#required.cancel(call.id, reason);
      } catch {
        // The engine cannot be reached now; the next attempt may succeed.
      }
      await Promise.race([call.ended, unrefDelay(REPEAT_CANCEL_MS)]);
    }
    return undefined;
  }

  /** Reads the announcements again. Never rejects. */
  async refresh(): Promise<void> {
    this.#refreshAgain = true;
    this.#refreshing ??= (async () => {
      while (this.#refreshAgain) {
        this.#refreshAgain = false;
        await this.#refreshOnce();
      }
    })().finally(() => (this.#refreshing = undefined));
    await this.#refreshing;
  }

  /** Resolves when a worker is there, or after this time. */
  async waitForWorker(ms: number): Promise<void> {
    const giveUpAt = Date.now() + ms;
    while (this.#workers === 0 && Date.now() < giveUpAt && this.#link !== undefined) {
      await unrefDelay(Math.min(POLL_WORKERS_MS, ms), { ref: true });
      await this.refresh();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    const link = this.#link;
    this.#link = undefined;
    await link?.close();
    for (const call of this.#pending.values()) call.finish({ kind: 'lost', reason: 'the connection was closed' });
  }

  get #required(): CallerLink {
    if (this.#link === undefined) throw new Error('The connection to the place is closed.');
    return this.#link;
  }

  #started(id: string): void {
    const call = this.#pending.get(id);
    if (call !== undefined) call.isStarted = true;
  }

  #ended(id: string): void {
    this.#pending.delete(id);
    if (this.#pending.size > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  async #refreshOnce(): Promise<void> {
    const { place, secret, onTools, onProblem } = this.#options;
    let sealed: readonly string[];
    try {
      sealed = (await this.#link?.announcements()) ?? [];
    } catch {
      // Nothing is known: what was announced last still counts.
      return;
    }
    if (this.#link === undefined) return;
    const announcements = sealed.flatMap((text) => readAnnouncement(text, { place, secret }) ?? []);
    const strangers = sealed.length - announcements.length;
    if (strangers > this.#strangers)
      onProblem(
        `A worker of the place ${place} has another secret than this caller, or its announcement was changed. Give both the same secret.`,
      );
    this.#strangers = strangers;
    this.#workers = announcements.length;
    this.#withoutWorkerSince = announcements.length > 0 ? undefined : (this.#withoutWorkerSince ?? Date.now());
    const [latest] = announcements;
    if (latest !== undefined) onTools(latest.tools);
  }

  /**
   * Ends calls that have waited for too long at a place without a worker: takes back those that nobody has started, and gives up
   * those whose worker is gone. The next worker would find out what has become of these, but there may be none for days.
   */
  async #giveUpWaiting(): Promise<void> {
    if (this.#withoutWorkerSince === undefined) return;
    const since = this.#withoutWorkerSince;
    const { waitForWorkerMs } = this.#options;
    const isOverdue = (call: PendingCall): boolean => Date.now() - Math.max(since, call.submittedAt) >= waitForWorkerMs;
    for (const call of [...this.#pending.values()].filter(isOverdue)) {
      if (call.isStarted) {
        // A worker that takes no more calls may still run this one.
        const isHeld = await this.#link?.isHeld(call.id).catch(() => true);
        if (isHeld === false) call.finish({ kind: 'lost', reason: 'its worker is gone, and no other has come' });
      } else if ((await this.#link?.withdraw(call.id).catch(() => false)) === true) call.withdraw();
    }
  }
}

export const newJobId = (): string => randomUUID();

function unrefDelay(ms: number, { ref = false } = {}): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    if (!ref) timer.unref();
  });
}

const WATCH_MS = 200;
const REPEAT_CANCEL_MS = 500;
const POLL_WORKERS_MS = 200;
