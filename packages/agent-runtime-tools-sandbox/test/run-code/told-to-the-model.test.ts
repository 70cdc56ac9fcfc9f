import { ok } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { limitNote } from '../../src/explain/limit-note.ts';
import { runCodeTool } from '../../src/run-code/run-code.tool.ts';
import { clampLimits, DEFAULT_LIMITS, MAX_LIMITS } from '../../src/sandbox-limits.ts';
import { hasSandbox } from '../is-there.ts';
import { testSandbox } from '../test-sandbox.ts';

describe('limits', () => {
  it('are the defaults if a call requests none, and at most the maximum if it does', () => {
    const allowed = { defaults: DEFAULT_LIMITS, max: MAX_LIMITS };
    expect(clampLimits(allowed).timeoutSeconds).toBe(60);
    expect(clampLimits(allowed, { timeoutSeconds: 300, memoryMb: 9000 })).toMatchObject({
      timeoutSeconds: 300,
      memoryMb: 1024,
    });
    expect(clampLimits(allowed, { timeoutSeconds: 9000 }).timeoutSeconds).toBe(600);
    expect(clampLimits(allowed, { memoryMb: Number.NaN }).memoryMb).toBe(1024);
  });

  it('are told with what to do next, by a parameter only where the call has it', () => {
    expect(limitNote('memory', { call: true })).toBe(
      'It ran into its memory limit. Allow more with memoryMb, or hold less in memory at a time.',
    );
    expect(limitNote('memory')).toBe('It ran into its memory limit. Hold less in memory at a time.');
    expect(limitNote('output', { call: true })).toBe(
      'It was stopped because it printed too much. Print less, or into a file.',
    );
  });
});

it('shows a person first how it ended and which files are not as they were', () => {
  const tool = runCodeTool({ profile: 'workspace-write', trackChanges: true, maxTimeoutSeconds: 60 });
  const value = { stdout: 'one\ntwo\nthree', stderr: '', exitCode: 0, duration: 1 };
  const shown = (filesChanged: string[]): string[] | undefined => tool.preview?.(ok({ ...value, filesChanged }), 3);
  expect(shown([])).toEqual(['exit 0', 'one', 'two']);
  expect(shown(['a.txt', 'b\n.txt'])?.[0]).toBe('exit 0; changed a.txt, b\\n.txt');
  expect(shown(['a', 'b', 'c', 'd', 'e', 'f', 'g'])?.[0]).toBe('exit 0; changed a, b, c, d, e and 2 more');
});

describe.skipIf(!hasSandbox)('what a model reads of run_code', () => {
  const text = async (box: ReturnType<typeof testSandbox>, params: object): Promise<string> => {
    const given = { language: 'bash' as const, code: 'true', ...params };
    const [part] = box.tools.toModelOutput(await box.tools.execute('run_code', given));
    return part?.type === 'text' ? part.text : '';
  };

  it('says that it was given less than it asked for', async () => {
    await using box = testSandbox({}, { limits: { timeoutSeconds: 5 } });
    expect(await text(box, { timeout: 100, memoryMb: 4000 })).toBe(
      'The sandbox limited timeout to 5 s, the most that it allows.\n' +
        'The sandbox limited memoryMb to 1024 MB, the most that it allows.',
    );
    expect(await text(box, { timeout: 5 })).toBe('It ended without output.');
  });

  it('lets a call have the time that the tool offers, where the host has set none', async () => {
    await using box = testSandbox();
    expect(await text(box, { timeout: 300, code: 'echo fine' })).toBe('fine');
  });

  it('says what to do about a limit, and about output that was cut', async () => {
    await using box = testSandbox();
    expect(await text(box, { code: 'sleep 60', timeout: 0.5 })).toContain('Allow more with timeout');
    const cut = await box.tools.execute('run_code', { language: 'bash', code: 'seq 1 100000' });
    expect(box.tools.toModelOutput(cut)).toMatchObject([{ text: expect.stringContaining('[output truncated;') }]);
    expect(cut.metadata.artifacts?.[0]?.description).toBe('Output of bash /run/toolbox/main.sh');
  });

  it('says that a program is not there, and not that the sandbox has failed', async () => {
    await using box = testSandbox();
    const result = await box.tools.execute('run_code', { language: 'bash', code: 'true', env: { PATH: '/nowhere' } });
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'PROGRAM_NOT_FOUND', suggestion: expect.stringContaining('Leave PATH out of env') },
    });
    expect((await box.sandbox.run({ argv: ['no-such-program'] })).error).toMatchObject({
      code: 'PROGRAM_NOT_FOUND',
      suggestion: expect.stringContaining('Check the spelling'),
    });
  });

  it('says that there is nothing to be run', async () => {
    await using box = testSandbox();
    for (const argv of [[], ['']])
      expect((await box.sandbox.run({ argv })).error).toMatchObject({ code: 'INVALID_COMMAND' });
  });

  it('says that the loopback of a run without network is its own', async () => {
    await using box = testSandbox();
    const code = 'import socket; socket.create_connection(("127.0.0.1", 3000))';
    expect(await text(box, { language: 'python', code })).toContain('its 127.0.0.1 is its own');
  });
});

it.skipIf(!hasSandbox)('a wrapped command whose program is not there is explained', async () => {
  await using box = testSandbox();
  const wrapped = await box.sandbox.wrap({
    argv: ['no-such-program'],
    cwd: box.root,
    env: {},
    profile: 'workspace-write',
    roots: [box.root],
  });
  if (!wrapped.ok) throw new Error(wrapped.error.message);
  await wrapped.command.dispose();
  const stderr = 'bwrap: execvp no-such-program: No such file or directory\n';
  expect(wrapped.command.explain?.({ exitCode: 1, stdout: '', stderr })).toContain('no program no-such-program inside');
  expect(wrapped.command.explain?.({ exitCode: 0, stdout: '', stderr })).toBeUndefined();
});
