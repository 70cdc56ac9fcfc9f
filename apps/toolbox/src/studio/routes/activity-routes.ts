import { Type } from '@ku0/agent-runtime-tools-core';
import type { CallStory, Insight } from '@ku0/studio/api';
import type { ActivityRecorder } from '../events/activity-recorder.ts';
import { eventStream } from '../events/event-stream.ts';
import { ApiFailure, type Route } from '../route.ts';
import type { StudioParts } from '../studio-parts.ts';
import { Done, JsonObject } from './schemas.ts';

/** What happens, and what has happened. */
export function activityRoutes({ tools }: StudioParts, { log, stories, insight }: ActivityRecorder): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/events',
      summary: 'The live stream, as server-sent events. Each message is a JSON array of events.',
      query: { after: 'The number of the last event that the client has; default: all that are kept' },
      answer: Type.String({ description: 'text/event-stream' }),
      handle: ({ query, signal }) => eventStream(log, { after: positionOf(query['after']), signal }),
    },
    {
      method: 'GET',
      path: '/api/calls/:call',
      summary: 'The whole story of a call.',
      answer: JsonObject,
      handle({ params }): CallStory {
        const story = stories.get(params['call'] ?? '');
        if (story === undefined)
          throw new ApiFailure(404, 'CALL_NOT_FOUND', 'This call is too long ago, or was never made.');
        return story.result === undefined ? story : { ...story, content: tools.toModelOutput(story.result) };
      },
    },
    {
      method: 'POST',
      path: '/api/calls/:call/cancel',
      summary: 'Stops a running call.',
      answer: Done,
      handle: ({ params }) => ({ done: tools.cancelCall(params['call'] ?? '', 'stopped in the Studio') > 0 }),
    },
    {
      method: 'GET',
      path: '/api/insight',
      summary: 'Numbers about the calls since the start.',
      answer: Type.Object({
        startedAt: Type.Number(),
        totals: Type.Record(Type.String(), Type.Number()),
        minutes: Type.Array(Type.Record(Type.String(), Type.Number())),
        tools: Type.Array(JsonObject),
        errorsByCode: Type.Array(Type.Object({ code: Type.String(), count: Type.Number() })),
        approvals: Type.Array(Type.Object({ outcome: Type.String(), count: Type.Number() })),
      }),
      handle: (): Insight => insight.read(tools.getStats()),
    },
  ];
}

function positionOf(given: string | undefined): number {
  return given !== undefined && /^\d{1,15}$/.test(given) ? Number(given) : 0;
}
