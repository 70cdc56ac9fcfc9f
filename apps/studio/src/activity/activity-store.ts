import type { StudioEvent } from '../api/studio-api.ts';
import type { ConnectionState } from '../client/event-connection.ts';
import { applyEvent, type CallRow } from './call-row.ts';

/**
 * The latest calls, from the live stream. Events are applied as they arrive; the page is told at most once per frame, so
 * that a thousand events per second cost as little drawing as one. Ended calls beyond the limit are forgotten.
 */
export class ActivityStore {
  readonly #maxCalls: number;
  readonly #calls = new Map<string, CallRow>();
  readonly #byCallId = new Map<string, CallRow>();
  readonly #listeners = new Set<() => void>();
  readonly #running = new Set<CallRow>();
  #frame = 0;
  #version = 0;
  connection: ConnectionState = 'connecting';
  /** How many events arrived, and how many of the stream were lost because the page was too slow. */
  received = 0;
  lost = 0;
  /** Increase with every event of their kind: whoever shows such data loads it again. */
  approvalsVersion = 0;
  changesVersion = 0;
  toolsVersion = 0;

  constructor({ maxCalls = 2000 } = {}) {
    this.#maxCalls = maxCalls;
  }

  get version(): number {
    return this.#version;
  }

  /** All calls, oldest first. */
  get calls(): ReadonlyMap<string, CallRow> {
    return this.#calls;
  }

  get running(): ReadonlySet<CallRow> {
    return this.#running;
  }

  /** The call that was made with this id, for the window that made it. */
  callWithId(callId: string): CallRow | undefined {
    return this.#byCallId.get(callId);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  setConnection(state: ConnectionState): void {
    this.connection = state;
    this.#changed();
  }

  add(events: readonly StudioEvent[]): void {
    for (const event of events) this.#apply(event);
    this.received += events.length;
    this.#changed();
  }

  #apply(event: StudioEvent): void {
    switch (event.type) {
      case 'call_started':
        return this.#begin(event);
      case 'tools_changed':
        this.toolsVersion++;
        return undefined;
      case 'files_changed':
        this.changesVersion++;
        return undefined;
      case 'events_lost':
        this.lost += event.count;
        return undefined;
      default: {
        if (event.type === 'call_waits' || event.type === 'call_answered') this.approvalsVersion++;
        const row = this.#calls.get(event.call);
        if (row === undefined) return undefined;
        applyEvent(row, event);
        if (row.endedAt !== undefined) this.#running.delete(row);
        return undefined;
      }
    }
  }

  #begin({ call, callId, task, tool, args, time }: Extract<StudioEvent, { type: 'call_started' }>): void {
    const row: CallRow = { call, callId, task, tool, args, startedAt: time, output: '' };
    this.#calls.set(call, row);
    this.#byCallId.set(callId, row);
    this.#running.add(row);
    for (const [key, old] of this.#calls) {
      if (this.#calls.size <= this.#maxCalls) break;
      // A call that still runs stays, so that its end is seen; there are never more of them than the server runs.
      if (old.endedAt === undefined && this.#running.size < this.#maxCalls) continue;
      this.#calls.delete(key);
      this.#running.delete(old);
      if (this.#byCallId.get(old.callId) === old) this.#byCallId.delete(old.callId);
    }
  }

  #changed(): void {
    this.#version++;
    if (this.#frame !== 0) return;
    const tell = (): void => {
      this.#frame = 0;
      for (const listener of this.#listeners) listener();
    };
    // A hidden page has no frames.
    this.#frame = document.hidden ? window.setTimeout(tell, 500) : requestAnimationFrame(tell);
  }
}
