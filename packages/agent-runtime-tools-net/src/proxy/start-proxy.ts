import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex, Transform } from 'node:stream';
import { errorMessage, printable, ToolFailure, type ToolError } from '@ku0/agent-runtime-tools-core';
import { destinationOf, type Destination } from '../address/address-rules.ts';
import { normalizeHost } from '../address/host-pattern.ts';
import type { Network } from '../network.ts';
import { ByteBudget } from './byte-budget.ts';

export interface ProxyOptions {
  /** Called for each request that was refused or failed. */
  readonly onRefused?: (refusal: ProxyRefusal) => void;
  /** Connections at once; more wait at the browser. Default: 128. */
  readonly maxConnections?: number;
  /** A connection on which nothing moves is closed after this time, in milliseconds. Default: 120,000. */
  readonly idleMs?: number;
  /**
   * What one http answer may be after decompression, and what one tunnelled connection may receive, in bytes. More is cut
   * off. Default: 64 MiB.
   */
  readonly maxResponseBytes?: number;
  /** What all connections may receive together until `renewBudget`, in bytes. Default: 256 MiB. */
  readonly maxTotalBytes?: number;
}

/** A request that the proxy refused, or that failed. */
export interface ProxyRefusal {
  readonly host: string;
  readonly port: number;
  readonly reason: string;
  /** The error of the network: `URL_REFUSED`, `HOST_NOT_FOUND`, ... Absent for other failures. */
  readonly error?: ToolError;
}

/** A local HTTP proxy for programs that do their own networking. */
export interface GuardedProxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Allows to receive `maxTotalBytes` again. */
  renewBudget(): void;
  close(): Promise<void>;
}

/**
 * Starts an HTTP proxy on the loopback interface that connects only to addresses the network allows. It covers whatever a
 * browser sends through it: requests, redirects, frames, WebSockets. The password keeps other local programs out.
 */
export async function startProxy(network: Network, options: ProxyOptions = {}): Promise<GuardedProxy> {
  const { maxConnections = 128, idleMs = 120_000, onRefused } = options;
  const { maxResponseBytes = 64 * 1024 * 1024, maxTotalBytes = 256 * 1024 * 1024 } = options;
  const limits = { maxBytes: maxResponseBytes, budget: new ByteBudget(maxTotalBytes) };
  const { createServer, request: httpRequest } = await import('node:http');
  const { ASKED_ENCODINGS, limitBody, limitReceived } = await import('./limit-received.ts');
  const username = 'proxy';
  const password = randomBytes(18).toString('base64url');
  const expected = Buffer.from(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  const sockets = new Set<Duplex>();
  const closing = new AbortController();

  const isAuthorized = ({ headers }: IncomingMessage): boolean => {
    const given = Buffer.from(headers['proxy-authorization'] ?? '');
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const report = ({ host, port }: Destination, error: unknown): string => {
    const failure = error instanceof ToolFailure ? error.error : undefined;
    const reason = failure?.message ?? errorMessage(error);
    onRefused?.({ host, port, reason, ...(failure !== undefined && { error: failure }) });
    return printable(reason);
  };
  const track = <S extends Socket>(socket: S): S => {
    sockets.add(socket);
    socket.setTimeout(idleMs, () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };

  const server = createServer({ maxHeaderSize: 64 * 1024, requestTimeout: 0 });
  server.maxConnections = maxConnections;
  server.on('connection', track);

  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => client.destroy());
    if (!isAuthorized(request)) return refuse(client, 407, 'Proxy Authentication Required');
    const destination = connectTarget(request.url ?? '');
    if (destination === undefined) return refuse(client, 400, 'Bad Request');
    network.connect(destination, { signal: closing.signal }).then(
      (upstream) => {
        const received = limitReceived(limits).once('error', (error) => report(destination, error));
        tunnel(client, track(upstream), { head, received });
      },
      (error: unknown) => refuse(client, 403, report(destination, error)),
    );
    return undefined;
  });

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isAuthorized(request)) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"', 'content-length': 0 }).end();
      return;
    }
    forward(request, response).catch((error: unknown) => {
      const url = URL.parse(request.url ?? '');
      const reason = report(url === null ? { host: request.url ?? '', port: 0 } : destinationOf(url), error);
      if (response.headersSent) response.destroy();
      else response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(reason);
    });
  });

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = network.checkUrl(request.url ?? '');
    if (url.protocol !== 'http:') throw new Error('Only http is forwarded; https is tunnelled');
    const socket = track(await network.connect(destinationOf(url), { signal: closing.signal }));
    const outgoing = httpRequest({
      createConnection: () => socket,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: {
        ...withoutHopHeaders(request.headers),
        ...('accept-encoding' in request.headers && { 'accept-encoding': ASKED_ENCODINGS }),
        host: url.host,
        connection: 'close',
      },
    });
    response.once('close', () => outgoing.destroy());
    await new Promise<void>((resolve, reject) => {
      const fail = (error: Error): void => {
        outgoing.destroy();
        // A client that left has ended the request itself, which is no failure to report.
        if (response.destroyed) resolve();
        else reject(error);
      };
      outgoing.once('error', fail);
      outgoing.once('response', (answer) => {
        try {
          const body = limitBody(answer.headers['content-encoding'], limits);
          response.writeHead(answer.statusCode ?? 502, answer.statusMessage, withoutHopHeaders(answer.headers));
          answer.once('error', fail).pipe(body).once('error', fail).once('end', resolve).pipe(response);
        } catch (error) {
          fail(error instanceof Error ? error : new Error(String(error)));
        }
      });
      request.once('error', reject).pipe(outgoing);
    });
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    username,
    password,
    renewBudget: () => limits.budget.renew(),
    async close() {
      closing.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** `example.com:443` or `[2001:db8::1]:443`. */
function connectTarget(authority: string): Destination | undefined {
  const [, host = '', port = ''] = /^(\[[^\]]+\]|[^:/@\s]+):(\d{1,5})$/.exec(authority) ?? [];
  // The URL parser folds the many spellings of an IPv4 address, as a browser does.
  const url = host === '' ? null : URL.parse(`http://${host}/`);
  return url === null ? undefined : { host: normalizeHost(url.hostname), port: Number(port) };
}

function tunnel(client: Duplex, upstream: Socket, { head, received }: { head: Buffer; received: Transform }): void {
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.length > 0) upstream.write(head);
  client.pipe(upstream).pipe(received).pipe(client);
  received.once('error', () => client.destroy());
  client.once('close', () => upstream.destroy());
  // What has been received is still passed on.
  upstream.once('close', () => received.end());
  client.once('finish', () => client.destroy());
}

function refuse(client: Duplex, status: number, reason: string): void {
  const text = Buffer.from(reason);
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="proxy"\r\n' : '';
  client.end(
    `HTTP/1.1 ${status} Refused\r\n${challenge}Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${text.length}\r\n` +
      `Connection: close\r\n\r\n${reason}`,
  );
}

function withoutHopHeaders(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_HEADERS.has(name)));
}

const HOP_HEADERS = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
