import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The request as the SDK takes it. Its signal fires when the client disconnects. */
export function toWebRequest(message: IncomingMessage, response: ServerResponse): Request {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, each);
  const { method = 'GET' } = message;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`http://${message.headers.host ?? 'localhost'}${message.url ?? '/'}`, {
    method,
    headers,
    signal: gone.signal,
    ...(hasBody && { body: Readable.toWeb(message), duplex: 'half' as const }),
  });
}

/** Sends the answer of the SDK. Never rejects: a client that disconnects ends the answer. */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  // A stream of events must reach the client before its first event.
  response.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(answer.body), response);
  } catch {
    response.destroy();
  }
}
