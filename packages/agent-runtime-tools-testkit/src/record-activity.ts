import type { ActivitySource } from '@ku0/agent-runtime-tools-core';
import { ActivityRecord } from './activity-record.ts';

/** A record that goes on until it is stopped. */
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

/** Collects every event of a coordinator, or of a view, from now on. */
export function recordActivity(tools: { readonly activity: ActivitySource }): ActivityRecorder {
  return new ActivityRecorder(tools.activity);
}
