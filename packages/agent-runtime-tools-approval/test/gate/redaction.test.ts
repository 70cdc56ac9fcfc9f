import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ToolCoordinator, type AnyActivityEvent } from '@ku0/agent-runtime-tools-core';
import { FileApprovalStore, approval, renderRequest, type ApprovalRequest } from '../../src/index.ts';
import { Folder } from '../fixtures/folder.ts';
import { recordingTools } from '../fixtures/tools.ts';

const SECRET = 'sk-12345';

/** Calls a command and a write that contain the secret, and collects everything that is shown or stored. */
async function callWithSecret(redact?: (text: string) => string) {
  using folder = new Folder({ 'a.txt': `old ${SECRET}` });
  const file = join(folder.state, 'approvals.json');
  const requests: ApprovalRequest[] = [];
  const events: AnyActivityEvent[] = [];
  const stored: string[] = [];
  const gatekeeper = approval({
    store: new FileApprovalStore({ file }),
    ask: (request) => {
      requests.push(request);
      stored.push(readFileSync(file, 'utf8'));
      return true;
    },
  });
  gatekeeper.gate.onRequest((request) => requests.push(request));
  const { ran, tools } = recordingTools();
  const coordinator = new ToolCoordinator({
    services: { workspace: folder.workspace },
    cwd: folder.path,
    ...(redact && { redact }),
  }).use(gatekeeper);
  for (const tool of tools) coordinator.register(tool);
  coordinator.activity.subscribe('*', (event) => events.push(event));
  const results = [
    await coordinator.execute('bash', { command: `deploy --token ${SECRET}; rm ${SECRET}` }, { taskId: SECRET }),
    await coordinator.execute('write_file', { path: 'a.txt', content: `new ${SECRET}` }),
  ];
  await coordinator.shutdownAll();
  const shown = requests.flatMap((request) => renderRequest(request)).join('\n');
  return { requests, shown, events: JSON.stringify(events), stored: stored.join('\n'), results, ran };
}

describe('The redact option of the coordinator', () => {
  it('is applied to every text of a request: as it is asked, shown, published and stored', async () => {
    const { requests, shown, events, stored, results, ran } = await callWithSecret((text) =>
      text.replaceAll(SECRET, '***'),
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, true]);
    expect(requests).toHaveLength(4);
    for (const { taskId, ...texts } of requests) {
      expect(JSON.stringify(texts)).not.toContain(SECRET);
      // Ids stay what they are: answers and owners are found by them.
      expect([SECRET, 'default']).toContain(taskId);
    }
    expect(shown).toContain('deploy --token ***; rm ***');
    expect(shown).toContain('it deletes ***');
    expect(shown).toContain('new ***');
    for (const text of [shown, events, stored]) {
      expect(text).toContain('***');
      expect(text).not.toContain(`token ${SECRET}`);
      expect(text).not.toContain(`new ${SECRET}`);
    }
    // The calls run with the real arguments.
    expect(JSON.stringify(ran)).toContain(SECRET);
  });

  it('changes nothing where there is none', async () => {
    const { shown, stored } = await callWithSecret();
    expect(shown).toContain(`deploy --token ${SECRET}`);
    expect(stored).toContain(`new ${SECRET}`);
  });
});
