import { ToolFailure, printable } from '@ku0/agent-runtime-tools-core';
import type { Agent } from 'undici';
import { destinationOf, displayUrl, refused, type AddressRules } from '../address/address-rules.ts';
import { compileHostPatterns } from '../address/host-pattern.ts';
import { resolveHost, type Lookup } from '../address/resolve-host.ts';
import { netErrors } from '../errors.ts';
import type { GuardedRequestInit, NetworkLimits } from '../network.ts';
import { guardedResponse, limitBody, type GuardedResponse } from './guarded-response.ts';
import { isRedirect, nextRequest, type OutgoingRequest } from './next-request.ts';

export interface GuardedFetchOptions {
  readonly rules: AddressRules;
  readonly limits: NetworkLimits;
  readonly agent: Agent;
  readonly lookup: Lookup;
  /** The proxy connects, so names are resolved and checked before it is asked. */
  readonly isProxied: boolean;
}

/** Requests a URL and follows its redirects; every hop is checked before it is connected to. */
export async function guardedFetch(
  url: string | URL,
  init: GuardedRequestInit,
  options: GuardedFetchOptions,
): Promise<GuardedResponse> {
  const { limits, rules } = options;
  const { timeoutMs = limits.timeoutMs, maxBytes = limits.maxBytes, maxRedirects = limits.maxRedirects } = init;
  const isAllowed = init.allowHosts === undefined ? () => true : compileHostPatterns(init.allowHosts);
  let request: OutgoingRequest = {
    url: rules.checkUrl(url),
    method: (init.method ?? 'GET').toUpperCase(),
    headers: new Headers(init.headers),
    body: bodyOf(init.body ?? undefined),
  };
  if (init.body instanceof URLSearchParams && !request.headers.has('content-type'))
    request.headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  const redirects: string[] = [];
  const deadline = new Deadline(timeoutMs, init.signal ?? undefined);
  try {
    for (;;) {
      deadline.throwIfOver();
      const destination = destinationOf(rules.checkUrl(request.url));
      if (!isAllowed(destination.host))
        throw refused(displayUrl(request.url), 'the host is not on the list of allowed hosts');
      if (options.isProxied) await resolveHost(destination, options);
      const response = await send(request, options.agent, deadline);
      const location = response.headers.get('location');
      const redirect = init.redirect ?? 'follow';
      if (!isRedirect(response.status) || location === null || redirect === 'manual') {
        return asGuarded(response, { url: request.url, redirects, maxBytes, deadline });
      }
      await response.body?.cancel();
      if (redirect === 'error') throw refused(displayUrl(request.url), 'the server redirects');
      redirects.push(request.url.href);
      request = nextRequest(request, response.status, location);
      if (redirects.length > maxRedirects || (redirects.includes(request.url.href) && request.body === undefined))
        throw new ToolFailure(
          netErrors.TOO_MANY_REDIRECTS({
            message: `${displayUrl(request.url)} was reached by ${redirects.length} redirects in a row or in a circle.`,
          }),
        );
    }
  } catch (error) {
    const failure = deadline.explain(error, request.url);
    deadline.end();
    throw failure;
  }
}

async function send(request: OutgoingRequest, agent: Agent, deadline: Deadline): Promise<Response> {
  const { fetch } = await import('undici');
  const { url, method, headers, body } = request;
  return fetch(url, {
    method,
    headers: [...headers],
    ...(body !== undefined && { body }),
    redirect: 'manual',
    dispatcher: agent,
    signal: deadline.signal,
  });
}

function asGuarded(
  response: Response,
  { url, redirects, maxBytes, deadline }: { url: URL; redirects: string[]; maxBytes: number; deadline: Deadline },
): GuardedResponse {
  const headers = new Headers([...response.headers]);
  // The body has been decompressed, so neither is true of it any more.
  if (headers.has('content-encoding')) {
    headers.delete('content-encoding');
    headers.delete('content-length');
  }
  const init = { status: response.status, statusText: response.statusText, headers, url: url.href, redirects };
  if (response.body === null) {
    deadline.end();
    return guardedResponse(null, init);
  }
  const declared = Number(headers.get('content-length') ?? 0);
  if (declared > maxBytes && Number.isFinite(declared)) {
    void response.body.cancel().catch(() => undefined);
    throw new ToolFailure(netErrors.TOO_LARGE({ message: `The answer has ${declared} bytes, more than ${maxBytes}.` }));
  }
  const body = limitBody(response.body, {
    maxBytes,
    failure: (error) => deadline.explain(error, url),
    onEnd: () => deadline.end(),
  });
  return guardedResponse(body, init);
}

function bodyOf(body: RequestInit['body']): string | Uint8Array | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof URLSearchParams) return body.toString();
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  throw new TypeError(
    'The body must be a string, bytes or URLSearchParams: it may have to be sent again after a redirect.',
  );
}

/** The time limit of a request together with its caller's signal, until the body has ended. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #timeoutMs: number;
  readonly #caller: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(timeoutMs: number, caller: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#caller = caller;
    if (timeoutMs > 0 && timeoutMs < MAX_TIMER_MS) {
      this.#timer = setTimeout(() => {
        this.#isOver = true;
        this.#controller.abort();
      }, timeoutMs);
      // The connection keeps the process alive as long as there is one; a body that nobody reads must not.
      this.#timer.unref();
    }
    caller?.addEventListener('abort', this.#onAbort, { once: true });
    if (caller?.aborted === true) this.#onAbort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  throwIfOver(): void {
    this.#controller.signal.throwIfAborted();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#onAbort);
  }

  /** The error to report: the first cause, not what it led to. */
  explain(error: unknown, url: URL): unknown {
    if (this.#caller?.aborted === true) return this.#caller.reason;
    if (this.#isOver)
      return new ToolFailure(
        netErrors.TIMEOUT({ message: `${displayUrl(url)} did not answer within ${this.#timeoutMs} ms.` }),
      );
    return requestFailure(error, url);
  }

  readonly #onAbort = (): void => this.#controller.abort();
}

/** The longest time that a timer can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

function requestFailure(error: unknown, url: URL): unknown {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ToolFailure) return cause;
    const code = 'code' in cause ? String(cause.code) : '';
    if (code === 'UND_ERR_HEADERS_OVERFLOW')
      return new ToolFailure(
        netErrors.TOO_LARGE({ message: `The headers of ${displayUrl(url)} are larger than the limit.` }),
      );
    if (code.startsWith('HPE_') || INVALID_BODY_CODES.has(code))
      return new ToolFailure(
        netErrors.INVALID_RESPONSE({ message: `${displayUrl(url)} did not answer with valid HTTP.` }),
      );
  }
  if (!(error instanceof Error) || error instanceof ReferenceError) return error;
  const reason = error.cause instanceof Error ? error.cause.message : error.message;
  return new ToolFailure(
    netErrors.CONNECTION_FAILED({ message: `The request to ${displayUrl(url)} failed: ${printable(reason)}.` }),
    { cause: error },
  );
}

const INVALID_BODY_CODES = new Set([
  'Z_DATA_ERROR',
  'Z_BUF_ERROR',
  'ERR__ERROR_FORMAT_PADDING_1',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
]);
