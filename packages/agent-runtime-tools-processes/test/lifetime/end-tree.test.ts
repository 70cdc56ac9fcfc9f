import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { taggedProcesses } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import { createProcesses } from '../../src/index.ts';

const processes = createProcesses();

describe('ending a program', () => {
  it('finds what is started in answer to the polite signal', async () => {
    const tag = randomUUID();
    const command = "trap 'setsid sleep 600 >/dev/null 2>&1 & exit 0' TERM; sleep 600 & wait";
    const result = await processes.run(command, { shell: '/bin/bash', timeoutMs: 200, env: { TAG: tag } });
    expect(result).toMatchObject({ status: 'timed-out', exitCode: 0, survivors: [{ ended: true }] });
    expect(taggedProcesses(tag)).toEqual([]);
  });

  it('finds descendants that cleared their environment while their parents live', async () => {
    const tag = `600.${Date.now()}`;
    const command = `env -i setsid sh -c 'sleep ${tag}' & sleep 60`;
    const result = await processes.run(command, { shell: '/bin/bash', timeoutMs: 300 });
    expect(result.survivors.map((survivor) => survivor.command).join()).toContain(`sleep ${tag}`);
    expect(taggedProcesses(tag)).toEqual([]);
  });

  it('ends a stopped program', async () => {
    const result = await processes.run('kill -STOP $$', { shell: true, timeoutMs: 200 });
    expect(result).toMatchObject({ status: 'timed-out', signal: 'SIGKILL' });
  });

  it('finds what a program started that starts programs in this way itself', async () => {
    const tag = randomUUID();
    const inner = `
      import { createProcesses } from './src/index.ts';
      await createProcesses().start('setsid sleep 600 & sleep 600', { shell: true, env: { TAG: '${tag}' } });
      process.kill(process.pid, 'SIGKILL');
    `;
    const result = await processes.run([process.execPath, '--input-type=module', '-e', inner], {
      cwd: join(import.meta.dirname, '..', '..'),
    });
    expect(result).toMatchObject({ status: 'signaled', signal: 'SIGKILL' });
    expect(result.survivors.length).toBeGreaterThanOrEqual(2);
    expect(taggedProcesses(tag)).toEqual([]);
  });

  it('a working directory that is removed under the program or before it is no obstacle', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'processes-cwd-'));
    const result = await processes.run('rmdir "$PWD"; echo gone; sleep 600 & exit 1', { shell: true, cwd: folder });
    expect(result).toMatchObject({ status: 'exited', exitCode: 1, stdout: 'gone\n', survivors: [{ ended: true }] });
    expect(await processes.run('true', { cwd: folder })).toMatchObject({ error: { code: 'INVALID_DIRECTORY' } });
    await rm(folder, { recursive: true, force: true });
  });
});
