import { createNetwork, type Network } from '@ku0/agent-runtime-tools-net';
import type { FetchLike, OAuthClientProvider } from '@modelcontextprotocol/client';
import type { HttpServerConfig } from '../config/server-config.ts';
import { limitBody } from './limit-body.ts';

export interface HttpTransportParts {
  readonly config: HttpServerConfig;
  readonly network: Network;
  readonly maxMessageBytes: number;
  /** How long a server may take to begin an answer. */
  readonly answerTimeoutMs: number;
  readonly authProvider: OAuthClientProvider | undefined;
}

/** The options that the SDK's HTTP transports share. */
export function httpTransportOptions({
  config,
  network,
  maxMessageBytes,
  answerTimeoutMs,
  authProvider,
}: HttpTransportParts) {
  const fetch: FetchLike = async (url, init = {}) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error('The server did not answer in time.')), answerTimeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
    const { method, headers, body, redirect } = init;
    try {
      const response = await network.fetch(url, {
        ...(method !== undefined && { method }),
        ...(headers !== undefined && { headers }),
        ...(body !== undefined && { body }),
        ...(redirect !== undefined && { redirect }),
        signal,
        // Streams of events have no end. The size of each event is limited instead.
        timeoutMs: 0,
        maxBytes: Infinity,
      });
      return limitBody(response, maxMessageBytes);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    fetch,
    ...(config.headers !== undefined && { requestInit: { headers: { ...config.headers } } }),
    ...(authProvider !== undefined && { authProvider }),
  };
}

/**
 * The network for one server. A private address may be reached if the configuration names it; a project's own configuration may
 * name this machine only.
 */
export function networkFor({ url }: HttpServerConfig, { isProject }: { readonly isProject: boolean }): Network {
  const address = new URL(url);
  const port = address.port || (address.protocol === 'https:' ? '443' : '80');
  const isAllowed = !isProject || LOOPBACK_HOSTS.has(address.hostname);
  return createNetwork({ allowPrivate: isAllowed ? [`${address.hostname}:${port}`] : [] });
}

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);
