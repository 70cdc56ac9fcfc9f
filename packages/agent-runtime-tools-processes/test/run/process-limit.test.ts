import { afterEach, describe, expect, it } from 'vitest';
import { createProcesses } from '../../src/index.ts';
import { MemoryArtifactStore } from '@ku0/agent-runtime-tools-core';

let processes = createProcesses({ maxBackground: 4 });

afterEach(async () => {
  await processes.shutdown();
  processes = createProcesses({ maxBackground: 4 });
});

describe('the room for background programs', () => {
  it('is found again when programs are started faster than their end is noticed', async () => {
    for (let count = 0; count < 20; count += 1) expect(await processes.start(['true'])).toMatchObject({ ok: true });
  });

  it('is none while as many are running as may be', async () => {
    for (let count = 0; count < 4; count += 1) await processes.start(['sleep', '600']);
    expect(await processes.start(['true'])).toMatchObject({ ok: false, error: { code: 'TOO_MANY_PROCESSES' } });
  });

  it('is not waited for by a call that is cancelled, nor by a service that is shut down', async () => {
    for (let count = 0; count < 4; count += 1) await processes.start(['sleep', '600']);
    const startedAt = performance.now();
    await processes.start(['true'], { signal: AbortSignal.abort() });
    expect(performance.now() - startedAt).toBeLessThan(200);
    const waiting = processes.start(['true']);
    await processes.shutdown();
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'SHUT_DOWN' } });
  });
});

it('an artifact is described as its caller wants it, for a command may be a wrapper that nobody knows', async () => {
  const artifacts = new MemoryArtifactStore();
  const options = { artifacts, maxOutputChars: 10, args: ['1', '100'] };
  const described = await processes.run('seq', { ...options, description: 'counting' });
  expect(described.artifact?.description).toBe('Output of counting');
  expect((await processes.run('seq', options)).artifact?.description).toBe('Output of seq 1 100');
  const detached = await processes.run('seq', { ...options, description: 'counting', onTimeout: 'background' });
  expect(detached.artifact?.description).toBe('Output of counting');
});

it('a time limit that is no number ends a program instead of letting it run for ever', async () => {
  for (const timeoutMs of [Number.NaN, -1, 0])
    expect(await processes.run(['sleep', '600'], { timeoutMs })).toMatchObject({ status: 'timed-out' });
});
