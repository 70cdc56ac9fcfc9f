import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasPostgres, hasRedis, startPostgres, startRedis } from '@ku0/agent-runtime-tools-testkit/services';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runToolbox, type RunResult } from '../../run-toolbox.ts';
import { startToolbox } from '../../studio/fixtures/started-toolbox.ts';

/** Another machine, as far as the toolbox can tell: its state folder has nothing of the process that waits. */
function otherState(): string {
  const state = mkdtempSync(join(tmpdir(), 'toolbox-other-'));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  return state;
}

const run = (place: string, ...args: string[]): Promise<RunResult> =>
  runToolbox(['approvals', ...args], { env: { TOOLBOX_HOME: otherState(), TOOLBOX_APPROVAL_STORE: place } });

async function waitForRequest(place: string): Promise<string> {
  for (;;) {
    const listed = JSON.parse((await run(place, 'list', '--json')).stdout) as {
      requests: { request: { id: string } }[];
    };
    const [first] = listed.requests;
    if (first !== undefined) return first.request.id;
    await sleep(100);
  }
}

const SERVERS = [
  { name: 'PostgreSQL', isThere: hasPostgres(), start: startPostgres },
  { name: 'Redis', isThere: hasRedis(), start: startRedis },
];

for (const { name, isThere, start } of SERVERS)
  describe.skipIf(!isThere)(`toolbox approvals with ${name}`, { timeout: 120_000 }, () => {
    it('answers a request of a process that it cannot reach otherwise, and tells the next who was first', async () => {
      await using server = await start();
      await using toolbox = await startToolbox(['--store', server.url]);
      const file = join(toolbox.folder, 'a.txt');
      writeFileSync(file, 'old\n');
      const client = await toolbox.client();
      const call = client.callTool({ name: 'write_file', arguments: { path: 'a.txt', content: 'new\n' } });
      const id = await waitForRequest(server.url);
      const answered = await run(server.url, 'answer', id.slice(0, 8), 'yes');
      expect(answered).toMatchObject({ code: 0, stdout: expect.stringMatching(/^✓ answered in process \d+\n$/) });
      expect(await call).not.toMatchObject({ isError: true });
      expect(readFileSync(file, 'utf8')).toBe('new\n');
      const late = await run(server.url, 'answer', id, 'no');
      expect(late).toMatchObject({ code: 1, stdout: expect.stringContaining('approved before, by ') });
    });

    it('says that it is away, without its password', async () => {
      await using server = await start();
      await server.stop();
      const password = new URL(server.url).password;
      const { code, stdout, stderr } = await run(server.url, 'list');
      expect(code).toBe(1);
      expect(stderr).toMatch(/^The approvals in \w+:\/\/127\.0\.0\.1:\d+\S* cannot be used: ./);
      expect(stdout + stderr).not.toContain(password);
    });
  });

describe('toolbox approvals', () => {
  it.each(['ftp://user:secret@host/x', 'postgres://user:secret@', 'redis://user:secret@host:port'])(
    'refuses the store %s without its password',
    async (place) => {
      const { code, stderr } = await run(place, 'list');
      expect(code).toBe(2);
      expect(stderr).toContain('is not the address of a store');
      expect(stderr).not.toContain('secret');
    },
  );

  it('uses a file or a SQLite database that is named', async () => {
    const folder = otherState();
    for (const name of ['approvals.json', 'approvals.db'])
      expect(await run(join(folder, name), 'list')).toMatchObject({
        code: 0,
        stdout: 'Nothing waits for an answer, and nothing is remembered.\n',
      });
  });
});
