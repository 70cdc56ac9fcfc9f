import type { ActivitySource } from '@ku0/agent-runtime-tools-core';
import { ActivityRecord } from './activity-record.ts';

/** Records events until it is stopped. */
export class ActivityRecorder extends ActivityRecord implements Disposable {
  readonly #unsubscribe: () => void;

  constructor(source: ActivitySource) {
    super();
    this.#unsubscribe = source.subscribe('*', (event) => void this.events.push(event));
  }

  stop(): void {
    this.#unsubscribe();
  }

  [Symbol.dispose](): void {
    this.stop();
  }
}

/** Starts recording all events of a coordinator or a view. */
export function recordActivity(tools: { readonly activity: ActivitySource }): ActivityRecorder {
  return new ActivityRecorder(tools.activity);
}
