import { describe, expect, it } from 'vitest';
import { HookExecutor, type HookConfig } from '../../src/track-r/index.ts';
import { HookExecutor as ListedHookExecutor } from '../fixtures/track-r/listed-hook-executor.ts';

const hook = (command: string, more: Partial<HookConfig> = {}): HookConfig => ({
  name: 'hook',
  type: 'PreToolUse',
  toolPatterns: ['*'],
  command,
  timeoutMs: 30_000,
  isCancellable: true,
  ...more,
});
const input = { preToolUse: { toolName: 'write_file', parameters: { path: 'a.txt' } } };
const listed = ListedHookExecutor as unknown as typeof HookExecutor;

describe.each([
  ['here', HookExecutor],
  ['as the older system lists it', listed],
])('a hook executor %s', (_, Executor) => {
  const executorOf = (...hooks: HookConfig[]): HookExecutor => {
    const executor = new Executor();
    for (const each of hooks) executor.register(each);
    return executor;
  };

  it('gives an empty result if no hook matches', async () => {
    const executor = executorOf(
      hook('echo post', { type: 'PostToolUse' }),
      hook('echo read', { toolPatterns: ['read_*', 'write'] }),
    );
    await expect(executor.execute('PreToolUse', input, 'write_file')).resolves.toEqual({});
  });

  it.each([
    ['write_file', ['write_file'], true],
    ['write_file', ['write*'], true],
    ['write_file', ['read', '*'], true],
    ['write_file', ['write'], false],
    ['write_file', ['*file'], false],
    ['write_file', [], false],
  ])('matches %s against %j: %s', async (tool, toolPatterns, matches) => {
    const result = await executorOf(hook('echo yes', { toolPatterns })).execute('PreToolUse', input, tool);
    expect(result).toEqual(matches ? { contextModification: 'yes\n' } : {});
  });

  it('gives the command its input as JSON, and reads JSON', async () => {
    const copy = `node -e "process.stdin.on('data', (text) => console.log(JSON.stringify({ modifiedParams: JSON.parse(text) })))"`;
    const result = await executorOf(hook(copy)).execute('PreToolUse', input, 'write_file');
    expect(result).toEqual({ modifiedParams: input, contextModification: '' });
  });

  it('takes output that is not JSON as context', async () => {
    const result = await executorOf(hook('echo "{ not json"')).execute('PreToolUse', input, 'x');
    expect(result).toEqual({ contextModification: '{ not json\n' });
  });

  it('merges results in order and joins their contexts', async () => {
    const executor = executorOf(
      hook(`echo '{"contextModification":"one","errorMessage":"a","modifiedParams":1}'`),
      hook(`echo '{"contextModification":"two","errorMessage":"b"}'`),
      hook('true'),
    );
    await expect(executor.execute('PreToolUse', input, 'x')).resolves.toEqual({
      contextModification: 'one\ntwo',
      errorMessage: 'b',
      modifiedParams: 1,
    });
  });

  it('stops at the first hook that cancels', async () => {
    const executor = executorOf(
      hook(`echo '{"cancel":true,"errorMessage":"no"}'`),
      hook(`echo '{"errorMessage":"never"}'`),
    );
    const result = await executor.execute('PreToolUse', input, 'x');
    expect(result).toEqual({ cancel: true, errorMessage: 'no', contextModification: '' });
  });

  it('rejects if a command fails or takes too long', async () => {
    await expect(executorOf(hook('exit 3')).execute('PreToolUse', input, 'x')).rejects.toThrow(/fail/i);
    const slow = executorOf(hook('sleep 60', { timeoutMs: 200 })).execute('PreToolUse', input, 'x');
    await expect(slow).rejects.toBeInstanceOf(Error);
  });
});

describe('a hook', () => {
  it('that fails is named in the error, with what it printed', async () => {
    const executor = new HookExecutor();
    executor.register(hook('echo wrong >&2; exit 3', { name: 'lint' }));
    const failure = executor.execute('PreToolUse', input, 'x');
    await expect(failure).rejects.toMatchObject({
      name: 'HookError',
      hookName: 'lint',
      message: 'Hook lint failed: exit code 3: wrong',
    });
  });

  it('that takes too long is named in the error, with its limit', async () => {
    const executor = new HookExecutor();
    executor.register(hook('sleep 60', { name: 'slow', timeoutMs: 200 }));
    await expect(executor.execute('PreToolUse', input, 'x')).rejects.toThrow('Hook slow timed out after 200ms');
  });

  it('gets the message of an error, which JSON would lose', async () => {
    const executor = new HookExecutor();
    executor.register(hook('cat', { type: 'OnError' }));
    const result = await executor.execute('OnError', { onError: { toolName: 'x', error: new Error('broken') } }, 'x');
    expect(result).toMatchObject({ onError: { error: { name: 'Error', message: 'broken' } } });
  });

  it('that prints JSON which is no object adds it as context', async () => {
    const executor = new HookExecutor();
    executor.register(hook('echo 42'));
    await expect(executor.execute('PreToolUse', input, 'x')).resolves.toEqual({ contextModification: '42\n' });
  });
});
