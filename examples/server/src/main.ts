import { serve } from '@hono/node-server';
import { createApp } from './app.ts';
import { Calls } from './calls.ts';

const {
  ROOT: root = '.',
  STATE: state = '../server-state',
  PORT = '8080',
  USERS = '{"secret-of-ann":"ann"}',
  CALL_TIMEOUT_MS = '120000',
} = process.env;
const names = JSON.parse(USERS) as Readonly<Record<string, string>>;

const calls = new Calls({ root, state, callTimeoutMs: Number(CALL_TIMEOUT_MS) });
await calls.resume();
// The requests of a server that was killed can be taken over only after its lease has expired.
const timer = setInterval(() => void calls.resume().catch(console.error), 5000);
const app = createApp(calls, new Map(Object.entries(names)));
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(PORT) }, ({ port }) =>
  console.log(`listening on http://127.0.0.1:${port}`),
);

process.once('SIGTERM', () => {
  clearInterval(timer);
  server.close();
  void calls.close().finally(() => process.exit(0));
});
