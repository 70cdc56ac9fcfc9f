import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ServerProcess, type Pending } from './server-process.ts';

/** Appends a line to a file, so that the runs of the command can be counted. */
const appends = (file: string) => ({ command: `echo ran >> ${file}` });
const runs = async (server: ServerProcess, file: string): Promise<number> =>
  (await readFile(join(server.root, file), 'utf8').catch(() => '')).split('\n').length - 1;

describe('the server', { timeout: 120_000 }, () => {
  it('runs calls that need no approval, keeps users apart and refuses unknown tokens', async () => {
    const server = await ServerProcess.start();
    await writeFile(join(server.root, 'a.txt'), 'text\n');
    await server.call('a', 'c1', 'read_file', { path: 'a.txt' });
    expect(await server.ended('a', 'c1')).toMatchObject({ ok: true, value: { content: 'text\n' } });
    expect((await server.fetch('b', '/tasks/task/calls/c1')).status).toBe(404);
    expect((await server.fetch('nobody', '/approvals')).status).toBe(401);
  });

  it("never uses one user's consent for another, by id, by session or by an identical call", async () => {
    const server = await ServerProcess.start();
    await server.call('a', 'c1', 'bash', appends('a.log'));
    await server.call('b', 'c1', 'bash', appends('a.log'));
    const [ofAnn] = await server.asked('a');
    const [ofBob] = await server.asked('b');
    expect(await server.answer('b', ofAnn?.id ?? '', { approved: true })).toBe(409);
    expect(await server.answer('a', ofAnn?.id ?? '', { approved: true, scope: 'session' })).toBe(200);
    expect(await server.ended('a', 'c1')).toMatchObject({ ok: true });
    await server.call('b', 'c2', 'bash', appends('a.log'));
    expect(await server.asked('b', 2)).toHaveLength(2);
    expect(await server.answer('b', ofBob?.id ?? '', { approved: false, feedback: 'not today' })).toBe(200);
    expect(await server.ended('b', 'c1')).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
    expect(await runs(server, 'a.log')).toBe(1);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('loses nothing and runs nothing twice over a %s', async (signal) => {
    const server = await ServerProcess.start();
    for (const name of ['c1', 'c2', 'c3']) await server.call('a', name, 'bash', appends(`${name}.log`));
    await server.call('b', 'c1', 'bash', appends('c1.log'));
    await server.asked('a', 3);
    await server.restart(signal);

    // A client that lost its connection submits its call again, which has no effect.
    await server.call('a', 'c1', 'bash', appends('c1.log'));
    const pending = await server.asked('a', 3);
    const idOf = (file: string): string => pending.find(({ text }) => text.includes(file))?.id ?? '';
    const [ofBob] = await server.asked('b');
    expect(await server.answer('b', idOf('c1.log'), { approved: true })).toBe(409);
    expect(await server.answer('a', idOf('c1.log'), { approved: true })).toBe(200);
    expect(await server.ended('a', 'c1')).toMatchObject({ ok: true });
    expect(await server.answer('a', idOf('c1.log'), { approved: true })).toBe(409);

    // A second restart, after the first answer and before the others.
    await server.restart(signal);
    expect(await server.state('a', 'c1')).toMatchObject({ status: 'ended' });
    const [second, third] = (await server.asked('a', 2)).toSorted((a, b) => a.text.localeCompare(b.text));
    expect(await server.answer('a', second?.id ?? '', { approved: true })).toBe(200);
    expect(await server.answer('a', third?.id ?? '', { approved: false })).toBe(200);
    expect(await server.ended('a', 'c3')).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
    expect(await server.ended('a', 'c2')).toMatchObject({ ok: true });
    expect(await server.pending('b')).toMatchObject([{ id: ofBob?.id }]);
    expect([await runs(server, 'c1.log'), await runs(server, 'c2.log'), await runs(server, 'c3.log')]).toEqual([
      1, 1, 0,
    ]);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'accepts an answer that comes long after the time limit of the call and a %s',
    async (signal) => {
      const server = await ServerProcess.start({ CALL_TIMEOUT_MS: '1000' });
      await server.call('a', 'kept', 'write_file', { path: 'kept/Makefile', content: 'all:\n' });
      await server.call('a', 'restarted', 'write_file', { path: 'restarted/Makefile', content: 'all:\n' });
      await server.asked('a', 2);
      await sleep(2500);
      const idOf = (pending: readonly Pending[], file: string): string =>
        pending.find(({ text }) => text.includes(file))?.id ?? '';
      // In the same process.
      expect(await server.answer('a', idOf(await server.asked('a', 2), 'kept/'), { approved: true })).toBe(200);
      expect(await server.ended('a', 'kept')).toMatchObject({ ok: true });
      // In the next process, again after more than the time limit.
      await server.restart(signal);
      await server.asked('a');
      await sleep(1500);
      expect(await server.answer('a', idOf(await server.asked('a'), 'restarted/'), { approved: true })).toBe(200);
      expect(await server.ended('a', 'restarted')).toMatchObject({ ok: true });
      expect(await readFile(join(server.root, 'restarted/Makefile'), 'utf8')).toBe('all:\n');
    },
  );

  it('does not repeat a call during which it was killed', async () => {
    const server = await ServerProcess.start();
    await server.call('a', 'c1', 'bash', { command: 'echo ran >> x.log; sleep 60' });
    const [request] = await server.asked('a');
    await server.answer('a', request?.id ?? '', { approved: true });
    while ((await runs(server, 'x.log')) === 0) await sleep(20);
    await server.restart('SIGKILL');
    expect(await server.state('a', 'c1')).toEqual({ status: 'interrupted' });
    await sleep(500);
    expect(await runs(server, 'x.log')).toBe(1);
  });

  it('does not run an approved command whose script was changed after the question, even across a restart', async () => {
    const server = await ServerProcess.start();
    await writeFile(join(server.root, 'job.sh'), 'echo harmless >> out.log\n');
    await server.call('a', 'c1', 'bash', { command: 'sh job.sh' });
    await server.asked('a');
    await server.restart('SIGTERM');
    await writeFile(join(server.root, 'job.sh'), 'echo CHANGED >> out.log\n');
    const [request] = await server.asked('a');
    await server.answer('a', request?.id ?? '', { approved: true });
    await server.ended('a', 'c1').catch(() => undefined);
    expect(await readFile(join(server.root, 'out.log'), 'utf8').catch(() => '')).not.toContain('CHANGED');
  });
});
