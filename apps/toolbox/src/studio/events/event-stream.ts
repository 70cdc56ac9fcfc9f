import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from './event-log.ts';

export interface EventStreamOptions {
  /** The last event that the client has, if it had a connection before. */
  readonly after: number;
  readonly signal: AbortSignal;
  /** Events that happen within this time are sent together. Default 30 ms. */
  readonly gatherMs?: number;
  /** How often something is sent when nothing happens. Default 15 s. */
  readonly heartbeatMs?: number;
}

/**
 * The events as server-sent events, several in each message: `data` is a JSON array, and `id` is the number of the last one.
 * Nothing is read from the log while the client does not read, so the log's own limit is the only memory that this takes.
 */
export function eventStream(
  log: EventLog,
  { after, signal, gatherMs = 30, heartbeatMs = 15_000 }: EventStreamOptions,
): Response {
  let position = after;
  const ended = new AbortController();
  const end = AbortSignal.any([signal, ended.signal]);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(': connected\n\n')),
      async pull(controller) {
        await log.waitFor(position, { signal: end, ms: heartbeatMs });
        if (log.last > position) await sleep(gatherMs, undefined, { signal: end }).catch(() => {});
        if (end.aborted) return controller.close();
        const { events, last, lost } = log.after(position);
        position = last;
        const all = lost > 0 ? [lostEvent(last, lost), ...events] : events;
        const text = all.length === 0 ? ': still here\n\n' : `id: ${last}\ndata: [${all.join(',')}]\n\n`;
        return controller.enqueue(encoder.encode(text));
      },
      cancel: () => ended.abort(),
    },
    { highWaterMark: 1 },
  );
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' };
  return new Response(body, { headers });
}

function lostEvent(seq: number, count: number): string {
  return JSON.stringify({ seq, time: Date.now(), type: 'events_lost', count });
}
