import { ToolFailure } from '@ku0/agent-runtime-tools-core';
import { displayUrl, refused } from '../address/address-rules.ts';
import { netErrors } from '../errors.ts';

/** A request as it is sent: one hop. */
export interface OutgoingRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array | undefined;
}

export function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}

/**
 * The request that a redirect asks for. Credentials stay with their origin, and a body is never sent to another origin.
 *
 *     https://a.example  --302-->  https://b.example    GET, without authorization and cookie
 *     https://a.example  --308-->  http://a.example     refused while the request carries credentials
 */
export function nextRequest(request: OutgoingRequest, status: number, location: string): OutgoingRequest {
  const url = URL.parse(location, request.url.href);
  if (url === null)
    throw new ToolFailure(netErrors.INVALID_RESPONSE({ message: 'The server redirects to an invalid URL.' }));
  // The fragment of the original address survives redirects that name none.
  if (url.hash === '') url.hash = request.url.hash;
  const headers = new Headers(request.headers);
  const isOtherOrigin = url.origin !== request.url.origin;
  const hasCredentials = CREDENTIAL_HEADERS.some((name) => headers.has(name));
  if (isOtherOrigin && hasCredentials && request.url.protocol === 'https:' && url.protocol === 'http:')
    throw refused(displayUrl(url), 'a redirect from https to http would expose credentials');
  if (isOtherOrigin) for (const name of CREDENTIAL_HEADERS) headers.delete(name);
  if (becomesGet(request.method, status)) {
    for (const name of BODY_HEADERS) headers.delete(name);
    return { url, method: request.method === 'HEAD' ? 'HEAD' : 'GET', headers, body: undefined };
  }
  if (isOtherOrigin && request.body !== undefined)
    throw refused(displayUrl(url), 'a redirect would send the body of the request to another origin');
  return { url, method: request.method, headers, body: request.body };
}

/** As browsers do it: 303 always, 301 and 302 for POST. */
function becomesGet(method: string, status: number): boolean {
  return status === 303 || ((status === 301 || status === 302) && method === 'POST');
}

const CREDENTIAL_HEADERS = ['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'x-auth-token', 'api-key'];
const BODY_HEADERS = ['content-type', 'content-length', 'content-encoding', 'content-language', 'content-location'];
