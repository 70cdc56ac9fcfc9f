import { printable } from '@ku0/agent-runtime-tools-core';

/** Something that happened on a page: a console message, a dialog, a failed request, ... */
export interface PageEvent {
  /** `log`, `warning`, `error`, ... of the console; or `exception`, `dialog`, `download`, `popup`, `request-failed`, `refused`, `crash`. */
  readonly type: string;
  readonly text: string;
  /** How often it happened in a row, if more than once. */
  readonly count?: number;
}

/** Collects what happens between two results. The oldest entries are dropped when there are too many. */
export class PageLog {
  readonly #events: PageEvent[] = [];
  #dropped = 0;

  add(type: string, text: string): void {
    const shown = printable(text.slice(0, MAX_TEXT));
    const last = this.#events.at(-1);
    if (last?.type === type && last.text === shown) {
      this.#events[this.#events.length - 1] = { ...last, count: (last.count ?? 1) + 1 };
      return;
    }
    this.#events.push({ type, text: shown });
    if (this.#events.length <= MAX_EVENTS) return;
    this.#events.shift();
    this.#dropped++;
  }

  /** Returns the collected entries and forgets them. */
  take(): PageEvent[] {
    const events = this.#events.splice(0);
    if (this.#dropped > 0) events.unshift({ type: 'info', text: `${this.#dropped} earlier entries were dropped` });
    this.#dropped = 0;
    return events;
  }
}

const MAX_EVENTS = 50;
const MAX_TEXT = 400;
