import { cutText, errorMessage, type Clock } from '@ku0/agent-runtime-tools-core';
import type { Network } from '@ku0/agent-runtime-tools-net';

/** The keys cannot be fetched, which says nothing about the token. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}

/**
 * Makes the function that fetches the keys of an issuer through the guarded network. After a failure it waits a second before
 * it tries again, so that a flood of tokens is no flood of requests.
 */
export function keyFetcher(network: Network, clock: Pick<Clock, 'now'>): (url: string) => Promise<Response> {
  let failed: { readonly at: number; readonly error: KeysUnavailableError } | undefined;
  return async (url) => {
    if (failed !== undefined && clock.now() - failed.at < RETRY_AFTER_MS) throw failed.error;
    try {
      const text = await fetchText(network, url);
      failed = undefined;
      return new Response(text, { headers: { 'content-type': 'application/json' } });
    } catch (error) {
      const why = errorMessage(error);
      failed = { at: clock.now(), error: new KeysUnavailableError(cutText(why, 300, ''), { cause: error }) };
      throw failed.error;
    }
  };
}

async function fetchText(network: Network, url: string): Promise<string> {
  const response = await network.fetch(url, {
    headers: { accept: 'application/json, application/jwk-set+json' },
    redirect: 'error',
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`the server answered with the status ${response.status}`);
  const parsed: unknown = JSON.parse(text);
  const isKeySet = typeof parsed === 'object' && parsed !== null && 'keys' in parsed && Array.isArray(parsed.keys);
  if (!isKeySet) throw new Error('the server answered with something else than keys');
  return text;
}

const RETRY_AFTER_MS = 1000;
const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 5000;
