/** How many may be in at a time, and how many may wait. */
export interface SlotsOptions {
  readonly most: number;
  readonly mostWaiting: number;
  /** How many more files may be opened now. */
  readonly freeDescriptors: () => number;
}

/** Lets so many in at a time; the others wait in line. */
export class Slots {
  readonly #options: SlotsOptions;
  readonly #line: (() => void)[] = [];
  #limit: number;
  #taken = 0;
  #unused = 0;

  constructor(options: SlotsOptions) {
    this.#options = options;
    this.#limit = options.most;
  }

  /** 'cancelled' when the signal fires first, 'full' when the line is too long. */
  take(signal: AbortSignal | undefined): Promise<'taken' | 'cancelled' | 'full'> | 'taken' {
    if (signal?.aborted) return Promise.resolve('cancelled');
    if (this.#hasRoom()) {
      this.#enter();
      return 'taken';
    }
    if (this.#line.length >= this.#options.mostWaiting) return Promise.resolve('full');
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#line.splice(this.#line.indexOf(enter), 1);
        resolve('cancelled');
      };
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve('taken');
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.#line.push(enter);
    });
  }

  /** Whoever took a slot now has opened its files, or will not. */
  use(): void {
    this.#unused -= 1;
  }

  give(): void {
    this.#taken -= 1;
    if (this.#taken === 0) this.#limit = this.#options.most;
    while (this.#line.length > 0 && this.#hasRoom()) {
      this.#enter();
      this.#line.shift()?.();
    }
  }

  /**
   * The system is out of what a program needs: fewer at a time until all have ended. False when the caller is the
   * only one, so that waiting would not help.
   */
  shrink(): boolean {
    if (this.#taken <= 1) return false;
    this.#limit = Math.max(1, Math.min(this.#limit, this.#taken - 1));
    return true;
  }

  #enter(): void {
    this.#taken += 1;
    this.#unused += 1;
  }

  /** Running out of files is foreseen, for it makes Node lose some of them; a few programs always find room. */
  #hasRoom(): boolean {
    if (this.#taken >= this.#limit) return false;
    if (this.#taken === 0 || this.#taken % STEP !== 0) return true;
    if (this.#options.freeDescriptors() >= (STEP + this.#unused) * FILES_PER_PROGRAM + SPARE_FILES) return true;
    this.#limit = this.#taken;
    return false;
  }
}

const STEP = 8;
const FILES_PER_PROGRAM = 3;
const SPARE_FILES = 16;
