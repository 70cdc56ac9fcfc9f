import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Principal } from '@ku0/agent-runtime-tools-core';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { CallEvents } from '../call-events.ts';
import { McpEndpoint } from '../mcp-endpoint.ts';
import type { HttpTransportOptions, McpService, ServedTools, ServeMcpOptions } from '../serve-options.ts';
import { RequestCheck } from './check-request.ts';
import { errorResponse, HttpSessions } from './http-sessions.ts';
import { readRequest, sendWebResponse } from './web-request.ts';

/** Serves clients over streamable HTTP: with sessions up to revision 2025-11-25, without them from 2026-07-28 on. */
export async function serveHttp(
  tools: ServedTools,
  options: ServeMcpOptions,
  http: HttpTransportOptions,
): Promise<McpService> {
  const { path = '/mcp', host = '127.0.0.1', port = 0, maxRequestBytes = 4 * 1024 * 1024 } = http;
  const { maxSessions = 100 } = http;
  const token = http.authenticate === undefined && http.token !== false ? (http.token ?? newToken()) : undefined;
  const check = new RequestCheck({ ...http, host }, token);
  const events = new CallEvents(tools.activity, () => {
    sessions.notifyToolsChanged();
    modern.notify.toolsChanged();
  });
  const createEndpoint = (): McpEndpoint => new McpEndpoint({ tools, options, events, taskId: `mcp-${randomUUID()}` });
  const sessions = new HttpSessions({
    createEndpoint,
    maxRequestBytes,
    maxSessions,
    maxSessionsPerPrincipal: http.maxSessionsPerPrincipal ?? Math.ceil(maxSessions / 4),
    timeoutMs: http.sessionTimeoutMs ?? 30 * 60_000,
  });
  const shared = createEndpoint();
  const modern = createMcpHandler(({ authInfo }) => shared.createServer(principals.get(authInfo?.extra?.['key'])), {
    legacy: 'reject',
    maxRequestBodySize: maxRequestBytes,
    ...(options.onError !== undefined && { onerror: options.onError }),
  });
  /** The principals of requests that are being answered. */
  const principals = new Map<unknown, Principal>();

  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<Response> => {
    const checked = await check.check(message.headers);
    if (checked.status !== 200)
      return errorResponse(
        checked.status,
        checked.message,
        checked.status === 401 ? { 'www-authenticate': 'Bearer' } : {},
      );
    if (message.url?.split('?', 1)[0] !== path) return errorResponse(404, 'Not found');
    const { principal } = checked;
    const inSession = sessions.has(message.headers['mcp-session-id']);
    // A request in a session may go on after its client has disconnected; one without a session ends with it.
    const received = await readRequest(message, maxRequestBytes, inSession ? undefined : closeSignal(response));
    if (received === undefined) return errorResponse(413, 'The request is too large', { connection: 'close' });
    const { request, ...body } = received;
    if (inSession || (await isLegacyRequest(request, body.parsedBody)))
      return sessions.handle(received, principal, response);
    if (principal === undefined) return modern.fetch(request, body);
    const key = Symbol('request');
    principals.set(key, principal);
    response.once('close', () => principals.delete(key));
    return modern.fetch(request, {
      ...body,
      authInfo: { token: checked.token, clientId: principal.id, scopes: [], extra: { key } },
    });
  };

  const server = createServer((message, response) => {
    answer(message, response)
      .catch((error: unknown) => {
        options.onError?.(error instanceof Error ? error : new Error(String(error)));
        return errorResponse(500, 'Internal error');
      })
      .then((result) => sendWebResponse(result, response))
      .catch(() => response.destroy());
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    events.close();
    await modern.close();
    throw error;
  }
  const address = server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : port;
  const closed = Promise.withResolvers<void>();
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    events.close();
    server.close();
    await sessions.close();
    await modern.close();
    await shared.close();
    server.closeAllConnections();
    closed.resolve();
  };
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}${path}`,
    ...(token !== undefined && { token }),
    closed: closed.promise,
    close: () => (closing ??= close()),
  };
}

/** Fires when the client disconnects before it has the whole answer. */
function closeSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}
