import { cutToWidth, type Output, type Paint } from '@ku0/agent-runtime-tools-terminal';

export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** A line on a terminal that shows the progress of a call. It is redrawn in place and erased at the end. */
export class ProgressLine {
  readonly #output: Output;
  readonly #paint: Paint;
  readonly #label: string;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #progress: Progress | undefined;
  #drawn = false;
  #frame = 0;

  constructor(label: string, output: Output, paint: Paint) {
    this.#label = label;
    this.#output = output;
    this.#paint = paint;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#draw(), FRAME_MS).unref();
  }

  /** Erases the line until `start` is called again. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.clear();
  }

  update(progress: Progress): void {
    this.#progress = progress;
  }

  /** Erases the line until the next frame. */
  clear(): void {
    if (this.#drawn) this.#output.write(ERASE_LINE);
    this.#drawn = false;
  }

  #draw(): void {
    const frame = FRAMES[this.#frame++ % FRAMES.length] ?? '';
    const seconds = `${((performance.now() - this.#startedAt) / 1000).toFixed(1)} s`;
    const text = [this.#label, seconds, ...progressParts(this.#progress)].join(' · ').replaceAll('\n', ' ');
    this.#output.write(
      `${ERASE_LINE}${this.#paint.cyan(frame)} ${this.#paint.dim(cutToWidth(text, this.#output.columns - 3))}`,
    );
    this.#drawn = true;
  }
}

const FRAME_MS = 100;
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const ERASE_LINE = '\r\u001B[2K';

function progressParts(progress: Progress | undefined): string[] {
  if (progress === undefined) return [];
  const { done, total, message } = progress;
  const share =
    total === undefined || total <= 0 ? `${done}` : `${Math.round((100 * Math.min(done, total)) / total)} %`;
  return message === undefined ? [share] : [share, message];
}
