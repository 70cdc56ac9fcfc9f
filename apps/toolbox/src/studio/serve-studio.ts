import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { ActivityRecorder } from './events/activity-recorder.ts';
import { answerRoute, failureResponse } from './http/answer-route.ts';
import { checkSource, checkToken } from './http/guard-requests.ts';
import { securityHeaders } from './http/security-headers.ts';
import { StaticFiles } from './http/static-files.ts';
import { ApiFailure } from './route.ts';
import { studioRoutes } from './routes/studio-routes.ts';
import type { StudioParts } from './studio-parts.ts';

export interface ServeStudioOptions {
  /** The folder of the built page. */
  readonly page: string;
  /** Default 0: a free port. */
  readonly port?: number;
  /** Default 4 MiB. */
  readonly maxBodyBytes?: number;
}

export interface StudioService {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Every request to the API needs it. A new one is made at every start. */
  readonly token: string;
  /** The address to open: the page takes the token from it. What follows `#` is never sent to a server. */
  readonly address: string;
  close(): Promise<void>;
}

/** Serves the page and its API on 127.0.0.1. Rejects if the port cannot be had. */
export async function serveStudio(
  parts: StudioParts,
  { page, port = 0, maxBodyBytes = 4 * 1024 * 1024 }: ServeStudioOptions,
): Promise<StudioService> {
  const token = randomBytes(32).toString('base64url');
  const files = new StaticFiles(page);
  const recorder = new ActivityRecorder(parts.tools, parts.workspace);
  let listening = port;
  const app = new Hono();
  app.use(securityHeaders);
  app.use(checkSource(() => listening));
  app.use('/api/*', checkToken(token));
  for (const route of studioRoutes(parts, recorder)) {
    app.on(route.method, route.path, (context) => answerRoute(route, context, maxBodyBytes));
  }
  app.get('*', (context) => {
    const answer = files.answer(context.req.path, context.req.header('accept-encoding'));
    if (answer === undefined) throw new ApiFailure(404, 'NOT_FOUND', 'There is nothing here.');
    return answer;
  });
  app.notFound(() => failureResponse(new ApiFailure(404, 'NOT_FOUND', 'There is nothing here.')));
  app.onError((error) => failureResponse(error));

  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    recorder.close();
    throw error;
  }
  const address = server.address();
  if (typeof address === 'object' && address !== null) listening = address.port;
  const url = `http://127.0.0.1:${listening}`;
  return {
    url,
    token,
    address: `${url}/#token=${token}`,
    async close() {
      recorder.close();
      server.close();
      server.closeAllConnections();
    },
  };
}
