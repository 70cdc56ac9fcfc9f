import type { ActivityEvent, ActivityEventType, AnyActivityEvent } from '@ku0/agent-runtime-tools-core';

/** Events that were seen, oldest first. */
export class ActivityRecord {
  readonly events: AnyActivityEvent[] = [];

  /** All chunks that were put out, as one text. */
  get output(): string {
    return this.ofType('tool_output_chunk')
      .map((event) => event.data.chunk)
      .join('');
  }

  ofType<T extends ActivityEventType>(type: T): ActivityEvent<T>[] {
    return this.events.filter((event): event is AnyActivityEvent & ActivityEvent<T> => event.type === type);
  }

  forCall(callId: string): AnyActivityEvent[] {
    return this.events.filter((event) => event.callId === callId);
  }
}
