import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedServer extends AsyncDisposable {
  readonly url: string;
  /** The request bodies, in order. */
  readonly bodies: unknown[];
}

/** Answers each request with the next answer. A list is sent as a stream of events. */
export async function scriptedServer(...answers: readonly unknown[]): Promise<ScriptedServer> {
  const bodies: unknown[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
      const answer = answers[bodies.length - 1];
      const isStream = Array.isArray(answer);
      response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json');
      response.end(isStream ? answer.map(eventText).join('') : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, bodies, [Symbol.asyncDispose]: () => closed(server) };
}

function eventText(event: { type?: string }): string {
  return `event: ${event.type ?? 'message'}\ndata: ${JSON.stringify(event)}\n\n`;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
