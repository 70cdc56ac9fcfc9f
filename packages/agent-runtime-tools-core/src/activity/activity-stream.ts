import type {
  ActivityEvent,
  ActivityEventData,
  ActivityEventType,
  AnyActivityEvent,
} from '../contracts/activity-event.ts';
import type { Principal } from '../contracts/tool-context.ts';
import { ActivityIterator, type IterateOptions } from './activity-iterator.ts';
import { ReplayBuffer } from './replay-buffer.ts';

export type ActivityListener<T extends ActivityEventType | '*'> = (
  event: T extends ActivityEventType ? ActivityEvent<T> : AnyActivityEvent,
) => unknown;

export interface ActivityScope {
  readonly taskId?: string;
  readonly callId?: string;
  readonly callKey?: string;
  /** The id of a principal; '' for calls without one. */
  readonly principalId?: string;
}

export interface SubscribeOptions {
  /** Deliver the recent events that the stream has kept before new ones. */
  readonly replay?: boolean;
}

/** The events of a coordinator, or of one scope. */
export interface ActivitySource {
  /** Calls the listener for each event of the type; `'*'` means all types. Returns a function that unsubscribes. */
  subscribe<T extends ActivityEventType | '*'>(
    type: T,
    listener: ActivityListener<T>,
    options?: SubscribeOptions,
  ): () => void;
  /** The events as they happen, for `for await`. If the reader is too slow, the oldest events are dropped. */
  events(options?: IterateOptions): ActivityIterator;
  /** The events that match every given member. */
  scope(scope: ActivityScope): ActivitySource;
  /** The recent events that are kept for replay. */
  recent(): AnyActivityEvent[];
}

export interface ActivityStreamOptions {
  /** How many recent events are kept for replay. Default 256. */
  readonly replay?: number;
  /** How many characters they may hold together. Default 4 Mi. */
  readonly replayChars?: number;
  /** Applied to the data of every event before anybody sees it. */
  readonly redact?: <T>(data: T) => T;
  readonly onListenerError?: (error: unknown, event: AnyActivityEvent) => void;
}

/** Publishes everything that happens to calls, in order. A listener that throws affects neither calls nor other listeners. */
export class ActivityStream implements ActivitySource {
  readonly #byType = new Map<ActivityEventType, readonly Listener[]>();
  #wildcard: readonly Listener[] = [];
  readonly #replay: ReplayBuffer;
  readonly #onListenerError: (error: unknown, event: AnyActivityEvent) => void;
  readonly #redact: (<T>(data: T) => T) | undefined;
  readonly #iterators = new Set<ActivityIterator>();
  /** Events that listeners caused during a delivery. They wait, so that every listener gets all events in order. */
  #pending: Delivery[] = [];
  #delivering = false;
  #sequence = 0;
  #closed = false;

  constructor({
    replay = 256,
    replayChars = 4 * 1024 * 1024,
    redact,
    onListenerError = () => {},
  }: ActivityStreamOptions = {}) {
    this.#redact = redact;
    this.#replay = new ReplayBuffer(replay, replayChars);
    this.#onListenerError = onListenerError;
  }

  subscribe<T extends ActivityEventType | '*'>(
    type: T,
    listener: ActivityListener<T>,
    options: SubscribeOptions = {},
  ): () => void {
    const entry: Listener = { call: listener as (event: AnyActivityEvent) => unknown };
    this.#change(type, (listeners) => [...listeners, entry]);
    if (options.replay) this.#deliverRecent(entry, type);
    return () => this.#change(type, (listeners) => listeners.filter((other) => other !== entry));
  }

  events(options: IterateOptions = {}): ActivityIterator {
    const iterator = new ActivityIterator(options, () => {
      unsubscribe();
      this.#iterators.delete(iterator);
    });
    const push: Listener['call'] = (event, chars) => iterator.push(event, chars);
    const unsubscribe = this.subscribe('*', push as ActivityListener<'*'>, { replay: options.replay === true });
    if (this.#closed) iterator.end();
    else this.#iterators.add(iterator);
    return iterator;
  }

  scope(scope: ActivityScope): ActivitySource {
    return new ScopedActivity(this, scope);
  }

  recent(): AnyActivityEvent[] {
    return this.#replay.toArray();
  }

  /** `chars` is the approximate size of the event, which bounds what is kept for replay. */
  publish<T extends ActivityEventType>(
    type: T,
    origin: EventOrigin,
    data: ActivityEventData[T],
    timestamp: number,
    chars = 0,
  ): void {
    if (this.#closed) return;
    const event = {
      type,
      sequence: ++this.#sequence,
      timestamp,
      callId: origin.callId,
      callKey: origin.callKey,
      taskId: origin.taskId,
      ...(origin.principal !== undefined && { principal: origin.principal }),
      data: this.#redact === undefined ? data : this.#redact(data),
    } as ActivityEvent<T> as AnyActivityEvent;
    this.#replay.add(event, chars);
    const typed = this.#byType.size === 0 ? undefined : this.#byType.get(type);
    const wildcard = this.#wildcard;
    if (typed === undefined && wildcard.length === 0) return;
    if (this.#delivering) {
      this.#pending.push({ event, typed, wildcard, chars });
      return;
    }
    this.#delivering = true;
    if (typed !== undefined) for (const listener of typed) this.#deliver(listener, event, chars);
    for (const listener of wildcard) this.#deliver(listener, event, chars);
    if (this.#pending.length > 0) this.#deliverPending();
    this.#delivering = false;
  }

  /** Publishes no more events. Iterators end after the events they already hold. */
  close(): void {
    this.#closed = true;
    this.#byType.clear();
    this.#wildcard = [];
    for (const iterator of this.#iterators) iterator.end();
  }

  /** Replaces the list instead of changing it, so that an event reaches those who listened when it was published. */
  #change(type: ActivityEventType | '*', change: (listeners: readonly Listener[]) => readonly Listener[]): void {
    if (type === '*') {
      this.#wildcard = change(this.#wildcard);
      return;
    }
    const listeners = change(this.#byType.get(type) ?? []);
    if (listeners.length === 0) this.#byType.delete(type);
    else this.#byType.set(type, listeners);
  }

  #deliverPending(): void {
    for (const { event, typed = [], wildcard, chars } of this.#pending)
      for (const listener of [...typed, ...wildcard]) this.#deliver(listener, event, chars);
    this.#pending = [];
  }

  /** Replays the recent events. Events that the listener causes meanwhile are delivered after them. */
  #deliverRecent(listener: Listener, type: ActivityEventType | '*'): void {
    const isOutermost = !this.#delivering;
    this.#delivering = true;
    this.#replay.forEach((event, chars) => {
      if (type === '*' || event.type === type) this.#deliver(listener, event, chars);
    });
    if (!isOutermost) return;
    this.#deliverPending();
    this.#delivering = false;
  }

  #deliver(listener: Listener, event: AnyActivityEvent, chars: number): void {
    try {
      const outcome = listener.call(event, chars);
      if (isThenable(outcome)) Promise.resolve(outcome).catch((error: unknown) => this.#report(error, event));
    } catch (error) {
      this.#report(error, event);
    }
  }

  #report(error: unknown, event: AnyActivityEvent): void {
    try {
      this.#onListenerError(error, event);
    } catch {
      // There is nothing left to report the failure to.
    }
  }
}

interface EventOrigin {
  readonly callId: string;
  readonly callKey: string;
  readonly taskId: string;
  readonly principal?: Principal | undefined;
}

interface Listener {
  readonly call: (event: AnyActivityEvent, chars: number) => unknown;
}

/** An event with the listeners that it has to be delivered to. */
interface Delivery {
  readonly event: AnyActivityEvent;
  readonly typed: readonly Listener[] | undefined;
  readonly wildcard: readonly Listener[];
  readonly chars: number;
}

function isThenable(outcome: unknown): outcome is PromiseLike<unknown> {
  return typeof outcome === 'object' && outcome !== null && 'then' in outcome;
}

class ScopedActivity implements ActivitySource {
  readonly #source: ActivitySource;
  readonly #scope: ActivityScope;

  constructor(source: ActivitySource, scope: ActivityScope) {
    this.#source = source;
    this.#scope = scope;
  }

  subscribe<T extends ActivityEventType | '*'>(
    type: T,
    listener: ActivityListener<T>,
    options?: SubscribeOptions,
  ): () => void {
    const scoped: ActivityListener<T> = (event) => (this.#includes(event) ? listener(event) : undefined);
    return this.#source.subscribe(type, scoped, options);
  }

  events(options: IterateOptions = {}): ActivityIterator {
    const filter = options.filter ?? (() => true);
    return this.#source.events({ ...options, filter: (event) => this.#includes(event) && filter(event) });
  }

  scope(scope: ActivityScope): ActivitySource {
    return new ScopedActivity(this, scope);
  }

  recent(): AnyActivityEvent[] {
    return this.#source.recent().filter((event) => this.#includes(event));
  }

  #includes(event: AnyActivityEvent): boolean {
    const { taskId, callId, callKey, principalId } = this.#scope;
    return (
      (taskId === undefined || event.taskId === taskId) &&
      (callId === undefined || event.callId === callId) &&
      (callKey === undefined || event.callKey === callKey) &&
      (principalId === undefined || (event.principal?.id ?? '') === principalId)
    );
  }
}
