import type { ActivitySource } from '@ku0/agent-runtime-tools-core';
import type { OutputPiece } from '../protocol/output-pieces.ts';

/** Passes on the output and progress of calls, with one subscription for all of them. */
export class CallOutput {
  readonly #listeners = new Map<string, (piece: OutputPiece) => void>();
  readonly #unsubscribe: readonly (() => void)[];

  constructor(activity: ActivitySource) {
    this.#unsubscribe = [
      activity.subscribe('tool_output_chunk', ({ callId, data }) =>
        this.#listeners.get(callId)?.(['output', data.chunk]),
      ),
      activity.subscribe('tool_progress', ({ callId, data: { done, total, message } }) =>
        this.#listeners.get(callId)?.(['progress', done, total ?? null, message ?? null]),
      ),
    ];
  }

  listen(callId: string, listener: (piece: OutputPiece) => void): void {
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
