/** The events of tools. */
export const ActivityEventType = {
  TOOL_CALL_START: 'tool_call_start',
  TOOL_CALL_END: 'tool_call_end',
  TOOL_OUTPUT_CHUNK: 'tool_output_chunk',
  ERROR: 'error',
} as const;

export type ActivityEventType = (typeof ActivityEventType)[keyof typeof ActivityEventType];

export interface ActivityEvent {
  /** The same for all events of a call. */
  id: string;
  /** A member of `ActivityEventType`, or a type of the host's own. */
  type: string;
  /** Milliseconds since the epoch. */
  timestamp: number;
  data: ActivityEventData;
}

export interface ActivityEventData {
  toolName?: string;
  arguments?: unknown;
  result?: unknown;
  success?: boolean;
  chunk?: string;
  error?: string;
  [member: string]: unknown;
}

export type ActivityCallback = (event: ActivityEvent) => void;

/** Delivers events at once, in the order of subscription. A listener that throws does not affect the others. */
export class ActivityStream {
  readonly #listeners = new Map<string, Set<ActivityCallback>>();

  /** `'*'` is every type. Returns a function that unsubscribes. */
  subscribe(type: string, callback: ActivityCallback): () => void {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners);
    // A new function for each subscription: the same one may subscribe twice.
    const listener: ActivityCallback = (event) => callback(event);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  emit(event: ActivityEvent): void {
    for (const type of [event.type, '*'])
      // A copy: a listener may subscribe or unsubscribe.
      for (const listener of Array.from(this.#listeners.get(type) ?? [])) {
        try {
          listener(event);
        } catch {
          // A display that fails must not fail the tool.
        }
      }
  }

  /** Removes all listeners. */
  cleanup(): void {
    this.#listeners.clear();
  }
}
