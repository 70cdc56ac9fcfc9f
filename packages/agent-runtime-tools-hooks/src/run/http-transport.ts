import { MAX_ANSWER_CHARS, type Reply, type Transport } from './transport.ts';

/** A service that gets the input as a POST of JSON. Throws when the address is none. */
export function httpTransport(
  url: string,
  { headers = {} }: { readonly headers?: Readonly<Record<string, string>> } = {},
): Transport {
  const address = URL.parse(url);
  if (address === null || (address.protocol !== 'http:' && address.protocol !== 'https:'))
    throw new TypeError('its url is no http or https address.');
  // No request can be made of it, and the failure would tell the password to the model.
  if (address.username !== '' || address.password !== '')
    throw new TypeError('its url holds a user or a password: give them in headers.');
  return {
    describe: `POST ${address.origin}${address.pathname}`,
    async deliver(input, { signal, timeoutMs, trace }): Promise<Reply> {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: { ...trace, ...headers, 'content-type': 'application/json', accept: 'application/json, text/plain' },
          body: JSON.stringify(input),
          redirect: 'error',
          signal: AbortSignal.any([signal, timeout]),
        });
        const text = await boundedText(response);
        if (text === undefined) return { kind: 'failed', why: `it answered more than ${MAX_ANSWER_CHARS} bytes` };
        if (!response.ok) return { kind: 'failed', why: `it answered with status ${response.status}` };
        if (isWebPage(response, text))
          return { kind: 'failed', why: 'it answered with a web page, as where one has to log in' };
        return { kind: 'text', text };
      } catch (error) {
        if (signal.aborted) return { kind: 'cancelled' };
        if (timeout.aborted) return { kind: 'failed', why: `it did not answer within ${timeoutMs} ms` };
        return { kind: 'failed', why: `it could not be reached: ${reasonOf(error)}` };
      }
    },
  };
}

/** The body, or undefined when it is too large; what is left of it is not downloaded. */
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

/** Whatever stands between here and a guard answers for it with a page and a friendly status: that is no yes. */
function isWebPage(response: Response, text: string): boolean {
  const type = response.headers.get('content-type') ?? '';
  return /\bx?html\b/i.test(type) || /^\s*<(?:!doctype|html)\b/i.test(text);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
