import type { ActivitySource } from '@ku0/agent-runtime-tools-core';

/** What a client is told while its call runs. */
export interface CallListener {
  progress(done: number, total: number | undefined, message: string | undefined): void;
  output(toolName: string, chunk: string): void;
}

/** Passes the events of calls to the listeners of these calls, with one subscription for all of them. */
export class CallEvents {
  readonly #listeners = new Map<string, CallListener>();
  readonly #unsubscribe: readonly (() => void)[];

  constructor(activity: ActivitySource, onToolsChanged: () => void) {
    this.#unsubscribe = [
      activity.subscribe('tool_progress', ({ callId, data }) =>
        this.#listeners.get(callId)?.progress(data.done, data.total, data.message),
      ),
      activity.subscribe('tool_output_chunk', ({ callId, data }) =>
        this.#listeners.get(callId)?.output(data.toolName, data.chunk),
      ),
      activity.subscribe('tools_changed', onToolsChanged),
    ];
  }

  listen(callId: string, listener: CallListener): void {
    this.#listeners.set(callId, listener);
  }

  forget(callId: string): void {
    this.#listeners.delete(callId);
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#listeners.clear();
  }
}
