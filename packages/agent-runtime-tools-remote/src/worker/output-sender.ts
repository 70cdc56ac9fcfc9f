import { writePieces, type OutputPiece } from '../protocol/output-pieces.ts';

/**
 * Sends the output and progress of one call. What arrives within one turn of the event loop is sent together, because a
 * message for each of ten thousand small pieces would take most of the time.
 */
export class OutputSender {
  readonly #start: number;
  readonly #send: (text: string) => void;
  #waiting: OutputPiece[] = [];
  #waitingChars = 0;
  #sent = 0;
  #scheduled: NodeJS.Immediate | undefined;

  constructor(start: number, send: (text: string) => void) {
    this.#start = start;
    this.#send = send;
  }

  add(piece: OutputPiece): void {
    this.#waiting.push(piece);
    this.#waitingChars += piece[0] === 'output' ? piece[1].length : (piece[3]?.length ?? 0);
    if (this.#waitingChars >= MAX_BATCH_CHARS || this.#waiting.length >= MAX_BATCH_PIECES) this.flush();
    else this.#scheduled ??= setImmediate(() => this.flush());
  }

  /** Sends what is waiting. Returns how many pieces were sent in all. */
  flush(): number {
    clearImmediate(this.#scheduled);
    this.#scheduled = undefined;
    if (this.#waiting.length > 0) {
      this.#send(writePieces({ start: this.#start, first: this.#sent, pieces: this.#waiting }));
      this.#sent += this.#waiting.length;
      this.#waiting = [];
      this.#waitingChars = 0;
    }
    return this.#sent;
  }
}

const MAX_BATCH_CHARS = 64 * 1024;
const MAX_BATCH_PIECES = 1000;
