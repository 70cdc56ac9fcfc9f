import { errorMessage } from '@ku0/agent-runtime-tools-core';
import type { Network } from '@ku0/agent-runtime-tools-net';
import { MAX_ANSWER_CHARS, type Reply, type Transport } from './transport.ts';

export interface HttpTransportOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Which private addresses the hook may be at. `named`: whichever its url names, because the host application wrote it.
   * `loopback`: `localhost`, `127.0.0.1` and `[::1]` in this spelling, for hooks from files. Names are never followed to
   * another private address.
   */
  readonly privateAddress: 'named' | 'loopback';
}

/** Sends the input as a POST of JSON. Throws a TypeError for an address that is not http or https. */
export function httpTransport(url: string, { headers = {}, privateAddress }: HttpTransportOptions): Transport {
  const address = URL.parse(url);
  if (address === null || (address.protocol !== 'http:' && address.protocol !== 'https:'))
    throw new TypeError('its url is not an http or https address.');
  // `fetch` refuses such an address, and its error would show the password to the model.
  if (address.username !== '' || address.password !== '')
    throw new TypeError('its url contains a user name or a password: put them into headers.');
  const isAllowed = privateAddress === 'named' || isPlainLoopback(url, address);
  const ownAddress = `${address.hostname}:${address.port || (address.protocol === 'https:' ? 443 : 80)}`;
  let network: Promise<Network> | undefined;
  const connected = async (): Promise<Network> => {
    const { createNetwork } = await import('@ku0/agent-runtime-tools-net');
    return createNetwork({ allowPrivate: isAllowed ? [ownAddress] : [], limits: { maxBytes: Infinity } });
  };
  return {
    describe: `POST ${address.origin}${address.pathname}`,
    async deliver(input, { signal, timeoutMs, trace }): Promise<Reply> {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        network ??= connected();
        const response = await (
          await network
        ).fetch(address, {
          method: 'POST',
          headers: { ...trace, ...headers, 'content-type': 'application/json', accept: 'application/json, text/plain' },
          body: JSON.stringify(input),
          redirect: 'error',
          timeoutMs: 0,
          signal: AbortSignal.any([signal, timeout]),
        });
        const text = await boundedText(response);
        if (text === undefined) return { kind: 'failed', why: `it answered more than ${MAX_ANSWER_CHARS} bytes` };
        if (!response.ok) return { kind: 'failed', why: `it answered with status ${response.status}` };
        if (isWebPage(response, text))
          return { kind: 'failed', why: 'it answered with a web page, such as a login form' };
        return { kind: 'text', text };
      } catch (error) {
        if (signal.aborted) return { kind: 'cancelled' };
        if (timeout.aborted) return { kind: 'failed', why: `it did not answer within ${timeoutMs} ms` };
        return { kind: 'failed', why: `it could not be reached: ${reasonOf(error)}` };
      }
    },
  };
}

/** Other spellings of these addresses, such as `127.1`, are more often a trick than a hook. */
function isPlainLoopback(url: string, { hostname }: URL): boolean {
  return LOOPBACK_HOSTS.has(hostname) && url.toLowerCase().includes(`//${hostname}`);
}

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The body, or undefined if it is too large; the rest is then not downloaded. */
async function boundedText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return '';
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (bytes > MAX_ANSWER_CHARS) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** A proxy or login page in front of the service may answer with status 200; that is not the service's consent. */
function isWebPage(response: Response, text: string): boolean {
  const type = response.headers.get('content-type') ?? '';
  return /\bx?html\b/i.test(type) || /^\s*<(?:!doctype|html)\b/i.test(text);
}

/** The innermost cause: what is above it says only that a request failed. */
function reasonOf(error: unknown): string {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause;
  return errorMessage(innermost);
}
