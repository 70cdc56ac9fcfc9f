import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { ApiFailure } from '../route.ts';

/**
 * Refuses requests that no page of ours has sent. The host must be this machine's address and the server's own port, because
 * a foreign page can make its own name resolve to this machine; an origin, if there is one, must be the Studio's own.
 */
export function checkSource(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host')?.toLowerCase();
    const hosts = HOST_NAMES.map((name) => `${name}:${port()}`);
    if (host === undefined || !hosts.includes(host))
      throw new ApiFailure(403, 'WRONG_HOST', 'This host is not served here.');
    const origin = context.req.header('origin');
    if (origin !== undefined && origin !== `http://${host}`)
      throw new ApiFailure(403, 'WRONG_ORIGIN', 'Pages of this origin may not send requests.');
    await next();
  };
}

/** Requires the token. The page sends it as a header, which no form and no page of another origin can. */
export function checkToken(token: string): MiddlewareHandler {
  const expected = digest(token);
  return async (context, next) => {
    const site = context.req.header('sec-fetch-site');
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      throw new ApiFailure(403, 'WRONG_ORIGIN', 'Other pages may not send requests.');
    const given = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
    // Digests have the same length, and comparing them takes the same time for every token.
    if (given === undefined || !timingSafeEqual(digest(given), expected))
      throw new ApiFailure(401, 'TOKEN_REQUIRED', 'This needs the token of the Studio.', {
        suggestion: 'Open the address that the toolbox printed when it started.',
      });
    await next();
  };
}

const HOST_NAMES = ['127.0.0.1', 'localhost'];

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
