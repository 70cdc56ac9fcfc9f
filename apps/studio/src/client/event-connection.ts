import type { StudioEvent } from '../api/studio-api.ts';
import { RequestError, send } from './request.ts';

export type ConnectionState = 'connecting' | 'live' | 'lost' | 'refused';

interface ConnectionListener {
  events(events: readonly StudioEvent[]): void;
  state(state: ConnectionState): void;
}

/**
 * Follows the live stream. After an interruption it goes on where it was: the server still has the latest events. Uses
 * `fetch`, because an EventSource cannot send the token as a header.
 */
export async function followEvents(listener: ConnectionListener, signal: AbortSignal): Promise<void> {
  let last = 0;
  while (!signal.aborted) {
    try {
      const response = await send(`/api/events?after=${last}`, { signal });
      listener.state('live');
      for await (const message of messagesOf(response)) {
        const events = JSON.parse(message) as StudioEvent[];
        last = events.at(-1)?.seq ?? last;
        listener.events(events);
      }
      listener.state('lost');
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof RequestError && error.status === 401) return listener.state('refused');
      listener.state('lost');
    }
    await new Promise((resolve) => {
      setTimeout(resolve, RECONNECT_MS);
    });
  }
}

/** The data of each message of a `text/event-stream`. */
async function* messagesOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const messages = (rest + next.value).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const data = message.split('\n').find((line) => line.startsWith('data: '));
      if (data !== undefined) yield data.slice('data: '.length);
    }
  }
}

const RECONNECT_MS = 1000;
