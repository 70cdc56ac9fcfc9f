import type { Socket } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import type { AddressRuleOptions, Destination } from './address/address-rules.ts';
import type { Lookup } from './address/resolve-host.ts';
import type { Dial } from './fetch/open-connection.ts';
import type { GuardedResponse } from './fetch/guarded-response.ts';

export interface NetworkOptions extends AddressRuleOptions {
  /** Resolves host names. Default: the system's resolver. Every address it gives is checked. */
  readonly lookup?: Lookup;
  /** Opens TCP connections to checked addresses. Default: `node:net`. */
  readonly dial?: Dial;
  /** Certificates and the like, for servers with a private certificate authority. */
  readonly tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'minVersion'>;
  /** Sends requests through this HTTP proxy, which then connects by itself. Default: none; environment variables do not count. */
  readonly proxy?: string;
  /** Limits on times, sizes and redirects, in place of the defaults. */
  readonly limits?: Partial<NetworkLimits>;
}

export interface NetworkLimits {
  /** For a whole request with its redirects and body, in milliseconds. 0 means none. Default: 30,000. */
  readonly timeoutMs: number;
  /** For one connection. Default: 10,000. */
  readonly connectTimeoutMs: number;
  /** Of a body, after decompression. Default: 10 MiB. */
  readonly maxBytes: number;
  /** Default: 5. */
  readonly maxRedirects: number;
  /** Of all headers of a response. Default: 32 KiB. */
  readonly maxHeaderBytes: number;
}

/** The options of one request. `fetch` takes what the platform's `fetch` takes, except streams as bodies. */
export interface GuardedRequestInit extends Pick<RequestInit, 'method' | 'headers' | 'signal'> {
  readonly body?: RequestInit['body'];
  /** `follow` checks every hop; `manual` returns the redirect; `error` fails. Default: `follow`. */
  readonly redirect?: RequestInit['redirect'];
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  readonly maxRedirects?: number;
  /** The only hosts that this request, redirects included, may reach: `example.com`, `*.example.com`. */
  readonly allowHosts?: readonly string[];
}

/** HTTP for tools: reaches public addresses only, and stays within limits. */
export interface Network {
  /**
   * Requests a URL. Rejects with a ToolFailure (`URL_REFUSED`, `TIMEOUT`, ...), or with the reason of the given signal.
   * A body that breaks a limit fails while it is read.
   */
  fetch(url: string | URL, init?: GuardedRequestInit): Promise<GuardedResponse>;
  /** The URL, parsed; throws a ToolFailure with `URL_REFUSED`. What its name resolves to is checked by `fetch`. */
  checkUrl(url: string | URL): URL;
  /** Opens a TCP connection to a checked address of the host, for protocols other than HTTP. */
  connect(destination: Destination, options?: { readonly signal?: AbortSignal }): Promise<Socket>;
  /** Ends all connections. */
  close(): Promise<void>;
}

declare module '@ku0/agent-runtime-tools-core' {
  interface ToolServices {
    net?: Network;
  }
}
