import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as the SDK takes it. */
export interface WebRequest {
  /** Without the body, if that was JSON. */
  readonly request: Request;
  /** The body, if it is JSON. */
  readonly parsedBody?: unknown;
}

/** Reads a request with its body. Resolves to undefined if the body is too large. `signal` becomes the request's. */
export async function readRequest(
  message: IncomingMessage,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<WebRequest | undefined> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, each);
  const { method = 'GET' } = message;
  const url = `http://${message.headers.host ?? 'localhost'}${message.url ?? '/'}`;
  const init = { method, headers, ...(signal !== undefined && { signal }) };
  if (method === 'GET' || method === 'HEAD') return { request: new Request(url, init) };
  const text = await readText(message, maxBytes);
  if (text === undefined) return undefined;
  // Parsed here, because the SDK would parse it once to choose the revision and once more to answer.
  const parsedBody = parseJson(text);
  if (parsedBody !== undefined) return { request: new Request(url, init), parsedBody };
  return { request: new Request(url, { ...init, body: text }) };
}

async function readText(message: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sends the answer of the SDK. Never rejects: a client that disconnects ends the answer. */
export async function sendWebResponse(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  // A stream of events must reach the client before its first event.
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) response.flushHeaders();
  const reader: ReadableStreamDefaultReader<Uint8Array> = answer.body.getReader();
  let wakeUp: (() => void) | undefined;
  response.on('drain', () => wakeUp?.());
  response.once('close', () => {
    wakeUp?.();
    if (!response.writableFinished) void reader.cancel().catch(() => {});
  });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done || response.closed) break;
      if (!response.write(value)) await new Promise<void>((resolve) => (wakeUp = resolve));
    }
    response.end();
  } catch {
    response.destroy();
  }
}
