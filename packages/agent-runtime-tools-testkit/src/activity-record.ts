import type { ActivityEvent, ActivityEventType, AnyActivityEvent } from '@ku0/agent-runtime-tools-core';

/** A list of events, oldest first. */
export class ActivityRecord {
  readonly events: AnyActivityEvent[] = [];

  /** The text of all output chunks. */
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
