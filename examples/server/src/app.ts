import { renderRequest } from '@ku0/agent-runtime-tools-approval';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Calls } from './calls.ts';

interface Variables {
  /** The authenticated user: from the token, never from the request body. */
  readonly user: string;
}

/** The routes. `users` maps tokens to user names. */
export function createApp(calls: Calls, users: ReadonlyMap<string, string>): Hono<{ Variables: Variables }> {
  const app = new Hono<{ Variables: Variables }>();
  app.use(bodyLimit({ maxSize: 1024 * 1024 }));
  app.use(async (context, next) => {
    const [, token = ''] = /^Bearer (\S+)$/.exec(context.req.header('authorization') ?? '') ?? [];
    const user = users.get(token);
    if (user === undefined) return context.json({ error: 'unauthorized' }, 401);
    context.set('user', user);
    return next();
  });

  app.put('/tasks/:taskId/calls/:callId', async (context) => {
    const { taskId, callId } = context.req.param();
    const body: unknown = await context.req.json().catch(() => undefined);
    if (!isCall(body)) return context.json({ error: 'expected { tool, params }' }, 400);
    await calls.submit({ principalId: context.get('user'), taskId, callId, tool: body.tool, params: body.params });
    return context.json({ taskId, callId }, 202);
  });

  app.get('/tasks/:taskId/calls/:callId', async (context) => {
    const state = await calls.state({ principalId: context.get('user'), ...context.req.param() });
    return state === undefined ? context.json({ error: 'not found' }, 404) : context.json(state);
  });

  app.get('/approvals', (context) => {
    const requests = calls.gate.pending({ principalId: context.get('user') });
    return context.json(
      requests.map((request) => ({ id: request.id, tool: request.tool, text: renderRequest(request).join('\n') })),
    );
  });

  app.post('/approvals/:id', async (context) => {
    const body: unknown = await context.req.json().catch(() => undefined);
    if (!isAnswer(body)) return context.json({ error: 'expected { approved, feedback? }' }, 400);
    const principalId = context.get('user');
    const answered = await calls.gate.answer(context.req.param('id'), body, { principalId });
    if (!answered.ok) return context.json({ error: answered.error.code }, 409);
    // A call that was accepted by an earlier process is made again now and finds this answer.
    await calls.resume();
    return context.json({ answered: true });
  });
  return app;
}

function isCall(body: unknown): body is { tool: string; params: unknown } {
  return (
    typeof body === 'object' && body !== null && 'tool' in body && typeof body.tool === 'string' && 'params' in body
  );
}

function isAnswer(body: unknown): body is { approved: boolean; feedback?: string; scope?: 'once' | 'session' } {
  return typeof body === 'object' && body !== null && 'approved' in body && typeof body.approved === 'boolean';
}
