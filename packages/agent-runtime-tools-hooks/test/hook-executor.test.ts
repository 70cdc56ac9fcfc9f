import { describe, expect, it, vi } from 'vitest';
import { HookExecutor, type HookFunction } from '../src/index.ts';

describe('the hook executor', () => {
  it('runs the hooks of a type that match, in order, and merges their results', async () => {
    const executor = new HookExecutor()
      .register({
        name: 'one',
        type: 'PreToolUse',
        toolPatterns: ['write_*'],
        command: 'echo one',
        timeoutMs: 5000,
        isCancellable: true,
      })
      .register({
        name: 'two',
        type: 'PreToolUse',
        toolPatterns: ['*'],
        run: () => ({ modifiedParams: { a: 2 }, contextModification: 'two' }),
      })
      .register({
        name: 'three',
        type: 'PostToolUse',
        toolPatterns: ['*'],
        run: () => ({ cancel: true, errorMessage: 'stop' }),
      });
    const preToolUse = { toolName: 'write_file', parameters: { a: 1 } };
    expect(await executor.execute('PreToolUse', { preToolUse }, 'write_file')).toEqual({
      contextModification: 'one\ntwo',
      modifiedParams: { a: 2 },
    });
    expect(await executor.execute('PreToolUse', { preToolUse }, 'read_file')).toMatchObject({
      contextModification: 'two',
    });
    const postToolUse = { ...preToolUse, result: 1, success: true, executionTimeMs: 3 };
    expect(await executor.execute('PostToolUse', { postToolUse }, 'x')).toMatchObject({ cancel: true });
    expect(await executor.execute('OnError', {}, 'x')).toEqual({});
    await executor.shutdown();
  });

  it('gives an Error to hooks as code, message and stack', async () => {
    const executor = new HookExecutor().register({
      name: 'cat',
      type: 'OnError',
      toolPatterns: ['*'],
      command: 'printf "told: "; cat',
    });
    const error = Object.assign(new Error('it burst'), { code: 'E_BURST', kind: '', stack: 'the stack' });
    const onError = { toolName: 'x', parameters: {}, error, executionTimeMs: 0 };
    const { contextModification } = await executor.execute('OnError', { onError }, 'x');
    expect(contextModification).toContain('"code":"E_BURST"');
    expect(contextModification).toContain('"message":"it burst"');
    expect(contextModification).toContain('"stack":"the stack"');
    await executor.shutdown();
  });

  it.each([
    [
      { success: true, result: { code: 'X' } },
      { success: true, result: { code: 'X' } },
    ],
    [
      { success: false, result: { code: 'E_X', message: 'no' } },
      { success: false, code: 'E_X', message: 'no' },
    ],
    [
      { success: false, result: { code: 5 } },
      { success: false, code: 'EXECUTION_ERROR', message: '[object Object]' },
    ],
    [
      { success: false, result: 'burst' },
      { success: false, code: 'EXECUTION_ERROR', message: 'burst' },
    ],
  ])('tells hooks after a tool how it went: %j', async (went, expected) => {
    const told: unknown[] = [];
    const executor = new HookExecutor().register({
      name: 'see',
      type: 'PostToolUse',
      toolPatterns: ['*'],
      run: ({ postToolUse }) => {
        const { success, result } = postToolUse ?? {};
        const { code, message } = Object(result) as Record<string, unknown>;
        told.push(success === true ? { success, result } : { success, code, message });
      },
    });
    const postToolUse = { toolName: 'x', parameters: {}, executionTimeMs: 1, ...went };
    await executor.execute('PostToolUse', { postToolUse }, 'x');
    expect(told).toEqual([expected]);
  });

  it('says that a hook was cancelled from outside', async () => {
    const executor = new HookExecutor().register({
      name: 'slow',
      type: 'PreToolUse',
      toolPatterns: ['*'],
      command: 'sleep 60',
    });
    const signal = AbortSignal.timeout(50);
    expect(await executor.execute('PreToolUse', {}, 'x', { signal })).toMatchObject({
      cancel: true,
      wasCancelled: true,
    });
    await executor.shutdown();
  });

  it('does not run a hook of a call that was stopped before', async () => {
    const run = vi.fn<HookFunction>(() => undefined);
    const executor = new HookExecutor().register({ name: 'late', type: 'PreToolUse', toolPatterns: ['*'], run });
    const stopped = { cancel: true, wasCancelled: true };
    expect(await executor.execute('PreToolUse', {}, 'x')).not.toMatchObject(stopped);
    expect(run).toHaveBeenCalledOnce();
    expect(await executor.execute('PreToolUse', {}, 'x', { signal: AbortSignal.abort() })).toMatchObject(stopped);
    expect(run).toHaveBeenCalledOnce();
  });
});
