import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApprovalGate,
  FileApprovalStore,
  type ApprovalRequest,
  type PendingApproval,
} from '@ku0/agent-runtime-tools-approval';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runToolbox, type RunResult } from '../../run-toolbox.ts';
import { startToolbox } from '../../studio/fixtures/started-toolbox.ts';

const run = (state: string, ...args: string[]): Promise<RunResult> =>
  runToolbox(['approvals', ...args], { env: { TOOLBOX_HOME: state } });

function newState(): string {
  const state = mkdtempSync(join(tmpdir(), 'toolbox-approvals-'));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  return state;
}

interface Listed {
  readonly requests: readonly { readonly request: ApprovalRequest; readonly state: string; readonly pid?: number }[];
  readonly remembered: readonly { readonly id: string; readonly tool: string }[];
}

async function listed(state: string): Promise<Listed> {
  return JSON.parse((await run(state, 'list', '--json')).stdout) as Listed;
}

async function waitForRequest(state: string): Promise<Listed['requests'][number]> {
  for (;;) {
    const [request] = (await listed(state)).requests;
    if (request !== undefined) return request;
    await sleep(100);
  }
}

const REQUEST: PendingApproval = {
  key: 'key',
  request: {
    id: '11111111-2222-3333-4444-555555555555',
    callId: 'call-1',
    taskId: 'task',
    turnId: 'turn',
    tool: 'write_file',
    args: { path: 'a.txt', content: 'x' },
    cwd: '/work',
    reason: 'It writes a file.',
    reasons: ['It writes a file.'],
    risk: { level: 'medium', score: 50, why: 'It writes a file.' },
    digest: 'digest',
    createdAt: Date.now(),
    expiresAt: Date.now() + 600_000,
  },
};

describe('toolbox approvals', () => {
  it('answers a request of a live process through its local API, and revokes what was remembered', async () => {
    await using toolbox = await startToolbox();
    const { state } = toolbox;
    const [file = ''] = readdirSync(join(state, 'live'));
    expect(statSync(join(state, 'live', file)).mode & 0o777).toBe(0o600);
    const client = await toolbox.client();
    // A new file needs no approval.
    writeFileSync(join(toolbox.folder, 'a.txt'), 'old\n');

    const first = client.callTool({ name: 'write_file', arguments: { path: 'a.txt', content: 'new\n' } });
    const waiting = await waitForRequest(state);
    expect(waiting).toMatchObject({ state: 'waiting', request: { tool: 'write_file' } });
    expect((await run(state, 'list')).stdout).toContain(`waits in process ${waiting.pid ?? ''}`);
    const answered = await run(state, 'answer', waiting.request.id.slice(0, 8), 'yes', '--scope', 'always');
    expect(answered).toMatchObject({ code: 0, stdout: `✓ answered in process ${waiting.pid ?? ''}\n` });
    expect(await first).not.toMatchObject({ isError: true });
    expect(readFileSync(join(toolbox.folder, 'a.txt'), 'utf8')).toBe('new\n');

    const [remembered] = (await listed(state)).remembered;
    expect(remembered).toMatchObject({ tool: 'write_file' });
    expect(await run(state, 'revoke', remembered?.id ?? '')).toMatchObject({ code: 0 });
    expect((await listed(state)).remembered).toEqual([]);

    const second = client.callTool({ name: 'bash', arguments: { command: 'touch b.txt' } });
    const denied = await waitForRequest(state);
    expect(await run(state, 'answer', denied.request.id, 'no', '--feedback', 'not today')).toMatchObject({ code: 0 });
    expect(JSON.stringify(await second)).toContain('not today');
    expect(existsSync(join(toolbox.folder, 'b.txt'))).toBe(false);
  }, 60_000);

  it('shows a request whose process is gone as such, and keeps the answer for when the call is made again', async () => {
    const state = newState();
    const store = new FileApprovalStore({ file: join(state, 'approvals.json') });
    await store.putPending(REQUEST);
    expect((await run(state, 'list')).stdout).toContain('the process that asked is gone');
    const { id } = REQUEST.request;
    expect(await run(state, 'answer', id, 'yes')).toMatchObject({
      code: 0,
      stdout: '✓ kept for when the same call is made again\n',
    });
    const call = { key: 'key', digest: 'digest', owner: { principalId: '', taskId: 'task' } };
    expect((await listed(state)).requests).toMatchObject([{ state: 'answered' }]);
    expect(await run(state, 'answer', id, 'no')).toMatchObject({ code: 1 });
    expect(await new ApprovalGate({ store }).takeAnswer(call)).toMatchObject({ response: { approved: true } });
  });

  it('names what is wrong with the command line', async () => {
    const state = newState();
    expect((await run(state, 'list')).stdout).toBe('Nothing waits for an answer, and nothing is remembered.\n');
    expect(await run(state, 'answer', 'abc', 'yes')).toMatchObject({ code: 2 });
    expect(await run(state, 'answer', 'abc', 'maybe')).toMatchObject({ code: 2 });
    expect(await run(state, 'answer', 'abc')).toMatchObject({ code: 2 });
    expect(await run(state, 'revoke')).toMatchObject({ code: 2 });
    expect((await run(state, 'lst')).stderr).toContain('Did you mean list?');
  });
});
