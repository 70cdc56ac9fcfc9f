import type { JobOutcome } from '../driver/call-driver.ts';
import { readOutcome, type Outcome } from '../protocol/outcome.ts';
import { readPieces, type OutputPiece } from '../protocol/output-pieces.ts';
import type { Secret } from '../protocol/seal.ts';

/** How a call has ended for its caller. */
export type CallEnd =
  | { readonly kind: 'outcome'; readonly outcome: Outcome; readonly lostPieces: number }
  /** The job is gone, or its outcome is not one that the worker has written. */
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'withdrawn' };

/** A call that was sent to a worker. Its output is passed on in order; the outcome waits for all of it. */
export class PendingCall {
  readonly id: string;
  readonly submittedAt = Date.now();
  /** A worker has taken the job. */
  isStarted = false;
  readonly #secret: Secret;
  readonly #onPiece: (piece: OutputPiece) => void;
  readonly #end = Promise.withResolvers<CallEnd>();
  /** The latest start that has sent output; output of earlier ones is dropped. */
  #start = 0;
  #received = 0;
  #missed = 0;
  #outcome: Outcome | undefined;
  #lateOutput: NodeJS.Timeout | undefined;

  constructor(id: string, secret: Secret, onPiece: (piece: OutputPiece) => void) {
    this.id = id;
    this.#secret = secret;
    this.#onPiece = onPiece;
  }

  get ended(): Promise<CallEnd> {
    return this.#end.promise;
  }

  take(text: string): void {
    const batch = readPieces(text);
    if (batch === undefined || batch.start < this.#start) return;
    if (batch.start > this.#start) {
      this.#start = batch.start;
      this.#received = this.#missed = 0;
    }
    const next = this.#received + this.#missed;
    if (batch.first > next) this.#missed += batch.first - next;
    // A batch that arrives twice is passed on once.
    const fresh = batch.pieces.slice(Math.max(0, next - batch.first));
    this.#received += fresh.length;
    for (const piece of fresh) this.#onPiece(piece);
    if (this.#outcome !== undefined) this.#settleIfComplete(this.#outcome);
  }

  finish(outcome: JobOutcome): void {
    if (outcome.kind === 'lost') return this.#end.resolve(outcome);
    const read = readOutcome(outcome.payload, { id: this.id, secret: this.#secret });
    if (read === undefined)
      return this.#end.resolve({
        kind: 'lost',
        reason: 'its result was changed, or was not made with the same secret',
      });
    this.#outcome = read;
    // Output and results may travel on different connections.
    if (!this.#settleIfComplete(read)) this.#lateOutput = setTimeout(() => this.#settle(read), LATE_OUTPUT_MS);
    return undefined;
  }

  withdraw(): void {
    this.#end.resolve({ kind: 'withdrawn' });
  }

  #settleIfComplete(outcome: Outcome): boolean {
    const isComplete = outcome.pieces === 0 || (this.#start === outcome.start && this.#seen >= outcome.pieces);
    if (isComplete) this.#settle(outcome);
    return isComplete;
  }

  get #seen(): number {
    return this.#received + this.#missed;
  }

  #settle(outcome: Outcome): void {
    clearTimeout(this.#lateOutput);
    const received = this.#start === outcome.start ? this.#received : 0;
    this.#end.resolve({ kind: 'outcome', outcome, lostPieces: Math.max(0, outcome.pieces - received) });
  }
}

const LATE_OUTPUT_MS = 2000;
