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
  /** The id of a principal. */
  readonly principalId?: string;
}

export interface SubscribeOptions {
  /** Deliver the recent events that are kept, before new ones. */
  readonly replay?: boolean;
}

/** What an observer can do with events, of everything or of one scope. */
export interface ActivitySource {
  /** Calls the listener for each event of the type, `'*'` for all. Returns the way out. */
  subscribe<T extends ActivityEventType | '*'>(
    type: T,
    listener: ActivityListener<T>,
    options?: SubscribeOptions,
  ): () => void;
  /** The events as they come, for `for await`. What a slow reader does not take is dropped, oldest first. */
  events(options?: IterateOptions): ActivityIterator;
  /** The events of one task or one call. */
  scope(scope: ActivityScope): ActivitySource;
  /** The recent events that are kept. */
  recent(): AnyActivityEvent[];
}

export interface ActivityStreamOptions {
  /** How many recent events are kept for replay. Default 256. */
  readonly replay?: number;
  /** How much text they may hold together. Default 4 Mi characters. */
  readonly replayChars?: number;
  /** What becomes of an event's data before anybody sees it. */
  readonly redact?: <T>(data: T) => T;
  readonly onListenerError?: (error: unknown, event: AnyActivityEvent) => void;
}

/** Everything that happens to calls, in order. A listener that throws disturbs nobody. */
export class ActivityStream implements ActivitySource {
  readonly #byType = new Map<ActivityEventType, readonly Listener[]>();
  #ofAll: readonly Listener[] = [];
  readonly #replay: ReplayBuffer;
  readonly #onListenerError: (error: unknown, event: AnyActivityEvent) => void;
  readonly #redact: (<T>(data: T) => T) | undefined;
  readonly #iterators = new Set<ActivityIterator>();
  /** Events that listeners caused while one was being delivered: every listener hears all events in order. */
  #later: Delivery[] = [];
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
    if (options.replay) this.#deliverPast(entry, type);
    return () => this.#change(type, (listeners) => listeners.filter((other) => other !== entry));
  }

  events(options: IterateOptions = {}): ActivityIterator {
    const iterator = new ActivityIterator(options, () => {
      unsubscribe();
      this.#iterators.delete(iterator);
    });
    const offer: Listener['call'] = (event, chars) => iterator.offer(event, chars);
    const unsubscribe = this.subscribe('*', offer as ActivityListener<'*'>, { replay: options.replay === true });
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

  /** `chars` is about how much the event holds, so that what is kept stays bounded. */
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
    const some = this.#byType.size === 0 ? undefined : this.#byType.get(type);
    const all = this.#ofAll;
    if (some === undefined && all.length === 0) return;
    if (this.#delivering) {
      this.#later.push({ event, some, all, chars });
      return;
    }
    this.#delivering = true;
    if (some !== undefined) for (const listener of some) this.#deliver(listener, event, chars);
    for (const listener of all) this.#deliver(listener, event, chars);
    if (this.#later.length > 0) this.#deliverLater();
    this.#delivering = false;
  }

  /** No more events; what iterates ends after what it has. */
  close(): void {
    this.#closed = true;
    this.#byType.clear();
    this.#ofAll = [];
    for (const iterator of this.#iterators) iterator.end();
  }

  /** Lists are replaced, never changed: who is told of an event is settled when it is published. */
  #change(type: ActivityEventType | '*', change: (listeners: readonly Listener[]) => readonly Listener[]): void {
    if (type === '*') {
      this.#ofAll = change(this.#ofAll);
      return;
    }
    const listeners = change(this.#byType.get(type) ?? []);
    if (listeners.length === 0) this.#byType.delete(type);
    else this.#byType.set(type, listeners);
  }

  #deliverLater(): void {
    for (const { event, some = [], all, chars } of this.#later)
      for (const listener of [...some, ...all]) this.#deliver(listener, event, chars);
    this.#later = [];
  }

  /** What the listener causes meanwhile comes after the past. */
  #deliverPast(listener: Listener, type: ActivityEventType | '*'): void {
    const isOutermost = !this.#delivering;
    this.#delivering = true;
    this.#replay.forEach((event, chars) => {
      if (type === '*' || event.type === type) this.#deliver(listener, event, chars);
    });
    if (!isOutermost) return;
    this.#deliverLater();
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
      // A reporter that fails has nobody left to report to.
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

/** An event with those who are to hear of it. */
interface Delivery {
  readonly event: AnyActivityEvent;
  readonly some: readonly Listener[] | undefined;
  readonly all: readonly Listener[];
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
    const wanted = options.filter ?? (() => true);
    return this.#source.events({ ...options, filter: (event) => this.#includes(event) && wanted(event) });
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
