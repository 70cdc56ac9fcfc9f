import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '@ku0/agent-runtime-tools-core';
import type { HttpTransportOptions } from '../serve-options.ts';

export interface RefusedRequest {
  readonly status: 401 | 403;
  readonly message: string;
}

export interface AllowedRequest {
  readonly status: 200;
  readonly token: string;
  readonly principal: Principal | undefined;
}

/**
 * Decides whether a request may be answered. The host must be one of ours, because a web page can make its own name resolve
 * to this machine; the origin, if any, must be an allowed page; and the token must be right.
 */
export class RequestCheck {
  readonly #hosts: ReadonlySet<string>;
  readonly #origins: ReadonlySet<string>;
  readonly #tokenDigest: Buffer | undefined;
  readonly #authenticate: HttpTransportOptions['authenticate'];

  constructor({ host, allowedHosts, allowedOrigins, authenticate }: HttpTransportOptions, token: string | undefined) {
    this.#hosts = new Set(
      (allowedHosts ?? [...LOCAL_HOSTS, ...(host === undefined ? [] : [bracketed(host)])]).map(lowerCase),
    );
    this.#origins = new Set((allowedOrigins ?? LOCAL_HOSTS).map(lowerCase));
    this.#tokenDigest = token === undefined ? undefined : digest(token);
    this.#authenticate = authenticate;
  }

  async check(headers: IncomingHttpHeaders): Promise<RefusedRequest | AllowedRequest> {
    const host = hostnameOf(`http://${headers.host ?? ''}`);
    if (host === undefined || !this.#hosts.has(host)) return { status: 403, message: 'This host is not served here.' };
    if (headers.origin !== undefined) {
      const origin = hostnameOf(headers.origin);
      if (origin === undefined || !this.#origins.has(origin))
        return { status: 403, message: 'Pages of this origin may not send requests.' };
    }
    const given = /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1];
    if (this.#authenticate !== undefined) {
      const principal = given === undefined ? undefined : await this.#authenticate(given);
      return given === undefined || principal === undefined ? UNAUTHORIZED : { status: 200, token: given, principal };
    }
    if (this.#tokenDigest !== undefined && (given === undefined || !timingSafeEqual(digest(given), this.#tokenDigest)))
      return UNAUTHORIZED;
    return { status: 200, token: given ?? '', principal: undefined };
  }
}

const UNAUTHORIZED: RefusedRequest = { status: 401, message: 'A valid bearer token is needed.' };

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

function hostnameOf(url: string): string | undefined {
  try {
    return new URL(url).hostname.toLowerCase();
  } catch {
    return undefined;
  }
}

/** An IPv6 address as it is written in a URL. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

/** Digests are compared, so that the time taken says nothing about the token. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
