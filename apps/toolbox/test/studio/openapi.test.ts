import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Check, Errors } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ActivityRecorder } from '../../src/studio/events/activity-recorder.ts';
import { openApiDocument } from '../../src/studio/openapi-document.ts';
import type { Route } from '../../src/studio/route.ts';
import { studioRoutes } from '../../src/studio/routes/studio-routes.ts';
import { servedStudio, type ServedStudio } from './fixtures/served-studio.ts';

const FILE = join(import.meta.dirname, '..', '..', 'openapi.json');

let studio: ServedStudio;
let routes: readonly Route[];
beforeAll(async () => {
  studio = await servedStudio();
  const recorder = new ActivityRecorder(studio.parts.tools, studio.parts.workspace);
  recorder.close();
  routes = studioRoutes(studio.parts, recorder);
});
afterAll(() => studio[Symbol.asyncDispose]());

describe('openapi.json', () => {
  it('describes exactly the routes of the Studio', () => {
    const document = `${JSON.stringify(openApiDocument(routes), undefined, 2)}\n`;
    if (process.env['UPDATE_OPENAPI'] === '1') writeFileSync(FILE, document);
    expect(readFileSync(FILE, 'utf8')).toBe(document);
  });

  it('describes the answers as they are', async () => {
    await studio.api('/api/tools/write_file/calls', {
      method: 'POST',
      body: { arguments: { path: 'a.txt', content: 'hello\n' }, callId: 'write' },
    });
    const [change] = await studio.parts.workspace.changes();
    const explained = { tool: 'bash', arguments: { command: 'git log | sort' } };
    const requests: readonly (readonly [path: string, url: string, body?: unknown])[] = [
      ['/api/overview', '/api/overview'],
      ['/api/tools', '/api/tools'],
      ['/api/tools/:name', '/api/tools/edit_file'],
      ['/api/tools/:name/dry-run', '/api/tools/write_file/dry-run', { arguments: { path: 'a.txt', content: 'x' } }],
      ['/api/tools/:name/calls', '/api/tools/read_file/calls', { arguments: { path: 'a.txt' }, callId: 'read' }],
      ['/api/approvals', '/api/approvals'],
      ['/api/remembered', '/api/remembered'],
      ['/api/changes', '/api/changes'],
      ['/api/changes/:id/diff', `/api/changes/${change?.id}/diff`],
      ['/api/changes/undo', '/api/changes/undo', { changes: [change?.id] }],
      ['/api/insight', '/api/insight'],
      ['/api/settings', '/api/settings'],
      ['/api/settings/explain', '/api/settings/explain', explained],
      ['/api/settings/hooks/:tool', '/api/settings/hooks/write_file'],
    ];
    for (const [path, url, body] of requests) {
      const route = routes.find((each) => each.path === path && (each.method === 'POST') === (body !== undefined));
      const answer = await studio.api(url, body === undefined ? {} : { method: 'POST', body });
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
      if (route === undefined) throw new Error(`no route ${path}`);
      expect(Check(route.answer, answer.body), `${path}: ${JSON.stringify(Errors(route.answer, answer.body)[0])}`).toBe(
        true,
      );
    }
  });
});
