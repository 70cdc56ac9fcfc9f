import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Principal } from '@ku0/agent-runtime-tools-core';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { McpEndpoint } from '../mcp-endpoint.ts';
import type { SdkServer } from '../sdk-server.ts';
import type { WebRequest } from './web-request.ts';

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: SdkServer;
  readonly endpoint: McpEndpoint;
  readonly principal: Principal | undefined;
  timer: NodeJS.Timeout | undefined;
  /** Requests that are being answered, including open streams. */
  active: number;
}

export interface HttpSessionsOptions {
  readonly createEndpoint: () => McpEndpoint;
  readonly maxSessions: number;
  /** Clients without a principal may open all sessions. */
  readonly maxSessionsPerPrincipal: number;
  readonly timeoutMs: number;
  readonly maxRequestBytes: number;
}

/** The sessions of clients that use protocol revisions up to 2025-11-25. */
export class HttpSessions {
  readonly #sessions = new Map<string, Session>();
  readonly #options: HttpSessionsOptions;
  readonly #opening = new Set<{ readonly principal: Principal | undefined }>();

  constructor(options: HttpSessionsOptions) {
    this.#options = options;
  }

  has(id: string | readonly string[] | undefined): boolean {
    return typeof id === 'string' && this.#sessions.has(id);
  }

  async handle(received: WebRequest, principal: Principal | undefined, response: ServerResponse): Promise<Response> {
    const id = received.request.headers.get('mcp-session-id');
    if (id === null) return this.#open(received, principal);
    const session = this.#sessions.get(id);
    // A session of somebody else is answered like one that does not exist.
    if (session === undefined || session.principal?.id !== principal?.id)
      return errorResponse(404, 'Session not found');
    return this.#answer(id, session, received, response);
  }

  notifyToolsChanged(): void {
    for (const { server } of this.#sessions.values()) void server.sendToolListChanged().catch(() => {});
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.keys()].map((id) => this.#end(id)));
  }

  /** A request without a session may only open one; the transport refuses all others. */
  async #open({ request, ...body }: WebRequest, principal: Principal | undefined): Promise<Response> {
    const { maxRequestBytes, createEndpoint } = this.#options;
    if (this.#isFullFor(principal)) return errorResponse(503, 'Too many sessions');
    const endpoint = createEndpoint();
    const server = endpoint.createServer(principal);
    let opened: string | undefined;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: maxRequestBytes,
      onsessioninitialized: (id) => {
        opened = id;
        this.#sessions.set(id, { transport, server, endpoint, principal, timer: undefined, active: 0 });
      },
      onsessionclosed: (id) => this.#end(id),
    });
    const opening = { principal };
    this.#opening.add(opening);
    try {
      await server.connect(transport);
      const response = await transport.handleRequest(request, body);
      const session = opened === undefined ? undefined : this.#sessions.get(opened);
      if (opened === undefined || session === undefined) await server.close();
      else this.#restartTimer(opened, session);
      return response;
    } finally {
      this.#opening.delete(opening);
    }
  }

  #isFullFor(principal: Principal | undefined): boolean {
    const { maxSessions, maxSessionsPerPrincipal } = this.#options;
    const taken = [...this.#sessions.values(), ...this.#opening];
    if (taken.length >= maxSessions) return true;
    return (
      principal !== undefined &&
      taken.filter((each) => each.principal?.id === principal.id).length >= maxSessionsPerPrincipal
    );
  }

  async #answer(
    id: string,
    session: Session,
    { request, ...body }: WebRequest,
    response: ServerResponse,
  ): Promise<Response> {
    session.active++;
    const done = (): void => {
      session.active--;
      this.#restartTimer(id, session);
    };
    response.once('close', done);
    clearTimeout(session.timer);
    return session.transport.handleRequest(request, body);
  }

  #restartTimer(id: string, session: Session): void {
    clearTimeout(session.timer);
    if (session.active > 0 || !this.#sessions.has(id)) return;
    session.timer = setTimeout(() => void this.#end(id), this.#options.timeoutMs);
    session.timer.unref();
  }

  async #end(id: string): Promise<void> {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    this.#sessions.delete(id);
    clearTimeout(session.timer);
    await session.server.close().catch(() => {});
    await session.endpoint.close();
  }
}

/** An error in the form of the protocol. */
export function errorResponse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status, headers });
}
