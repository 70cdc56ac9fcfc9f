import type { Clock } from '@ku0/agent-runtime-tools-core';
import type { AnswerChannel } from '../../stores/approval-store.ts';

export interface AnswerWatchOptions {
  readonly holderId: string;
  readonly clock: Clock;
  /** Looks for answers in the store. If it rejects, it is called again later. */
  readonly check: () => Promise<void>;
}

/** Looks for answers in a store when it announces some, and every few seconds in case an announcement was lost. */
export class AnswerWatch {
  readonly #channel: AnswerChannel;
  readonly #options: AnswerWatchOptions;
  #running: { readonly stop: () => Promise<void> } | undefined;
  readonly #ending = new Set<Promise<void>>();
  #isChecking = false;
  #isCheckDue = false;

  constructor(channel: AnswerChannel, options: AnswerWatchOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  start(): void {
    if (this.#running !== undefined) return;
    const { clock, holderId } = this.#options;
    const check = (): void => void this.#check();
    const watching = this.#channel.watch(holderId, check).catch(() => undefined);
    // Answers may have come before it watched. If it cannot watch, polling has to do.
    void watching.then(check);
    const timer: { stop?: () => void } = {};
    const poll = (): void => {
      timer.stop = clock.schedule(() => {
        poll();
        check();
      }, POLL_MS);
    };
    poll();
    this.#running = {
      stop: async () => {
        timer.stop?.();
        await (
          await watching
        )?.();
      },
    };
  }

  end(): void {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    const ending = running.stop().catch(() => undefined);
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
  }

  /** Resolves when all that was watched has ended. Never rejects. */
  async ended(): Promise<void> {
    await Promise.all(this.#ending);
  }

  /** One check at a time. If another is asked for meanwhile, one more follows. */
  async #check(): Promise<void> {
    this.#isCheckDue = true;
    if (this.#isChecking) return;
    this.#isChecking = true;
    while (this.#isCheckDue && this.#running !== undefined) {
      this.#isCheckDue = false;
      // While the store cannot be used, requests go on waiting.
      await this.#options.check().catch(() => undefined);
    }
    this.#isChecking = false;
  }
}

const POLL_MS = 5000;
