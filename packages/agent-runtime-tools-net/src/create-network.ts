import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import type { Agent } from 'undici';
import { createAddressRules, type Destination } from './address/address-rules.ts';
import { defaultLookup, resolveHost } from './address/resolve-host.ts';
import { guardedFetch } from './fetch/guarded-fetch.ts';
import { defaultDial, openConnection, startTls } from './fetch/open-connection.ts';
import type { Network, NetworkLimits, NetworkOptions } from './network.ts';

/** Makes the network service. Throws a TypeError at options that make no sense. */
export function createNetwork(options: NetworkOptions = {}): Network {
  const { lookup = defaultLookup, dial = defaultDial, tls = {}, proxy } = options;
  const rules = createAddressRules(options);
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  checkLimits(limits);
  const proxyUrl = proxy === undefined ? undefined : new URL(proxy);
  let agent: Promise<Agent> | undefined;
  let isClosed = false;

  const connect = async (destination: Destination, signal?: AbortSignal) => {
    if (isClosed) throw new Error('The network service is closed.');
    const addresses = await resolveHost(destination, { rules, lookup });
    signal?.throwIfAborted();
    return openConnection(destination, addresses, { dial, timeoutMs: limits.connectTimeoutMs, signal });
  };

  const connectForHttp = async (destination: Destination, isSecure: boolean) => {
    const socket = await connect(destination);
    return isSecure ? startTls(socket, destination, { tls, timeoutMs: limits.connectTimeoutMs }) : socket;
  };

  return {
    async fetch(url, init = {}) {
      if (isClosed) throw new Error('The network service is closed.');
      agent ??= createAgent({ connect: connectForHttp, limits, proxyUrl, tls });
      return guardedFetch(url, init, { rules, limits, agent: await agent, lookup, isProxied: proxyUrl !== undefined });
    },
    checkUrl: (url) => rules.checkUrl(url),
    connect: (destination, { signal } = {}) => connect(destination, signal),
    async close() {
      isClosed = true;
      await (await agent)?.destroy();
    },
  };
}

const DEFAULT_LIMITS: NetworkLimits = {
  timeoutMs: 30_000,
  connectTimeoutMs: 10_000,
  maxBytes: 10 * 1024 * 1024,
  maxRedirects: 5,
  maxHeaderBytes: 32 * 1024,
};

function checkLimits(limits: NetworkLimits): void {
  for (const [name, value] of Object.entries(limits)) {
    if (typeof value !== 'number' || Number.isNaN(value) || value < 0)
      throw new TypeError(`limits.${name} must be a number of 0 or more, not ${String(value)}.`);
  }
}

interface AgentOptions {
  readonly connect: (destination: Destination, isSecure: boolean) => Promise<Socket>;
  readonly limits: NetworkLimits;
  readonly proxyUrl: URL | undefined;
  readonly tls: NonNullable<NetworkOptions['tls']>;
}

/** Undici is loaded by the first request. */
async function createAgent({ connect, limits, proxyUrl, tls }: AgentOptions): Promise<Agent> {
  const { Agent: UndiciAgent, ProxyAgent } = await import('undici');
  const shared = {
    // The limits of a whole request apply; undici's own would cut long streams off.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: limits.maxHeaderBytes,
    connections: CONNECTIONS_PER_ORIGIN,
    pipelining: 1,
  };
  // A proxy is chosen by the host application and may be private; it connects to what has been checked by name here.
  if (proxyUrl !== undefined)
    return new ProxyAgent({ uri: proxyUrl.href, requestTls: tls, ...shared }) as unknown as Agent;
  return new UndiciAgent({
    ...shared,
    connect({ hostname, port, protocol }, callback) {
      const isSecure = protocol === 'https:';
      const destination = {
        host: hostname.replace(/^\[|\]$/g, ''),
        port: port === '' ? (isSecure ? 443 : 80) : Number(port),
      };
      callbackify(connect)(destination, isSecure, (error, socket) => {
        if (error === null) callback(null, socket);
        else callback(error, null);
      });
    },
  });
}

const CONNECTIONS_PER_ORIGIN = 32;
