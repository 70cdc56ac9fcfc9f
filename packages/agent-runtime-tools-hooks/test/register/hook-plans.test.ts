import { describe, expect, it } from 'vitest';
import { explainHooks, hooks, HookExecutor } from '../../src/index.ts';
import { withoutDuplicates } from '../../src/register/hook-index.ts';
import { compileHook } from '../../src/register/compile-hook.ts';
import { settingsFiles } from '../../src/claude/settings-files.ts';

const good = { name: 'x', type: 'PreToolUse', toolPatterns: ['*'], command: 'true' } as const;
const compiled = (change: object) => compileHook({ ...good, ...change });

describe('A compiled hook', () => {
  it.each([
    [{}, { isCancellable: true, failsClosed: true, parallel: false, timeoutMs: 60_000 }],
    [{ isCancellable: false }, { isCancellable: false, failsClosed: false }],
    [{ onFailure: 'continue' }, { failsClosed: false }],
    [{ type: 'PostToolUse' }, { failsClosed: false }],
    [{ type: 'OnError' }, { failsClosed: false }],
    [{ type: 'PostToolUse', onFailure: 'block' }, { failsClosed: true }],
    [{ isCancellable: false, onFailure: 'continue' }, { failsClosed: false }],
    [
      { parallel: true, timeoutMs: 2 ** 31 - 1 },
      { parallel: true, timeoutMs: 2 ** 31 - 1 },
    ],
  ])('with %j has %j', (change, expected) => {
    expect(compiled(change)).toMatchObject({ source: 'configuration', successOnly: false, ...expected });
  });

  it.each([
    [{ name: 5 }, 'A hook: needs a name'],
    [{ timeoutMs: -1 }, 'timeoutMs'],
    [{ timeoutMs: 2 ** 31 }, 'timeoutMs'],
    [{ timeoutMs: '5' }, 'timeoutMs'],
    [{ parallel: 1 }, 'parallel is true or false'],
    [{ isCancellable: false, onFailure: 'block' }, 'cannot block on failure'],
    [{ command: ' ' }, 'its command is empty'],
    [{ command: 5 }, 'its command is empty or not a string'],
    [{ args: 'a' }, 'its args are not a list of strings'],
    [{ env: { A: 1 } }, 'its env must be strings by name'],
    [{ env: null }, 'its env must be strings by name'],
    [{ env: 'A=1' }, 'its env must be strings by name'],
    [{ command: undefined, url: 'https://a.test', headers: { A: 1 } }, 'its headers must be strings by name'],
    [{ run: () => undefined }, 'needs one of command, run and url'],
  ])('with %j is refused', (change, message) => {
    expect(() => compiled(change)).toThrow(message);
  });

  it('says what it runs', () => {
    const action = (change: object) => compiled(change).transport.describe;
    expect(action({ args: ['a', 'b'] })).toBe('true a b');
    expect(action({})).toBe('true');
    expect(action({ command: undefined, run: function guard() {} })).toBe('the function guard');
    expect(
      action({
        command: undefined,
        run: (
          () => () =>
            undefined
        )(),
      }),
    ).toBe('a function');
  });
});

describe('Of hooks with the same handler', () => {
  it('the one with the longest time is kept, and the first of equals', () => {
    const make = (name: string, timeoutMs: number, identity?: string, type = 'PreToolUse') => ({
      ...compiled({ name, timeoutMs, type }),
      ...(identity !== undefined && { identity }),
    });
    const kept = (...all: ReturnType<typeof make>[]) => withoutDuplicates(all).map(({ name }) => name);
    expect(kept(make('a', 1, 'i'), make('b', 2, 'i'))).toEqual(['b']);
    expect(kept(make('a', 2, 'i'), make('b', 2, 'i'))).toEqual(['a']);
    expect(kept(make('a', 2, 'i'), make('b', 1, 'i'))).toEqual(['a']);
    expect(kept(make('a', 1, 'i'), make('b', 2, 'j'))).toEqual(['a', 'b']);
    expect(kept(make('a', 1, 'i'), make('b', 2, 'i', 'PostToolUse'))).toEqual(['a', 'b']);
    expect(kept(make('a', 1), make('a', 1))).toEqual(['a', 'a']);
  });
});

describe('An explanation', () => {
  const tool = {
    name: 'note',
    version: '',
    capabilities: {
      readsFiles: false,
      writesFiles: false,
      executesCommands: false,
      accessesNetwork: false,
      destructive: false,
      idempotent: false,
      retryable: false,
    },
  };

  it('has every hook in order, with its reason and what its failure does', () => {
    const all = hooks([good, { ...good, name: 'y', type: 'PostToolUse', toolPatterns: ['edit_*', 'write_*'] }]);
    expect(explainHooks(all, tool)).toMatchObject([
      { hook: 'x', runs: true, why: 'its pattern "*" matches note', onFailure: 'block', timeoutMs: 60_000 },
      { hook: 'y', runs: false, why: 'none of its patterns ("edit_*", "write_*") matches note', onFailure: 'continue' },
    ]);
  });

  it.each(Object.keys(tool.capabilities))('finds tools by the capability %s', (name) => {
    const all = hooks({ ...good, toolPatterns: [`@${name}`] });
    const able = { ...tool, capabilities: { ...tool.capabilities, [name]: true } };
    expect(explainHooks(all, tool)).toMatchObject([{ runs: false }]);
    expect(explainHooks(all, able)).toMatchObject([{ runs: true }]);
  });
});

describe('The settings files', () => {
  it('are those of the user, the project, the command line and the machine, weakest first', () => {
    const files = settingsFiles({ workspace: '/ws', home: '/h', managed: '/m.json', commandLine: '/c.json' });
    expect(files).toEqual([
      { scope: 'user', path: '/h/.claude/settings.json', folder: '/h/.claude' },
      { scope: 'project', path: '/ws/.claude/settings.json', folder: '/ws', workspace: '/ws' },
      { scope: 'local', path: '/ws/.claude/settings.local.json', folder: '/ws', workspace: '/ws' },
      { scope: 'command line', path: '/c.json', folder: '/ws' },
      { scope: 'managed', path: '/m.json', folder: '/ws' },
    ]);
    expect(settingsFiles({ workspace: '/ws', home: '/h', managed: false }).map(({ scope }) => scope)).toEqual([
      'user',
      'project',
      'local',
    ]);
    expect(settingsFiles({ workspace: '/ws', home: '/h' }).at(-1)?.scope).toBe('managed');
  });
});

describe('The hook executor', () => {
  const answer = async (run: () => object, type: 'PreToolUse' | 'PostToolUse' = 'PreToolUse') =>
    new HookExecutor()
      .register({ name: 'h', type, toolPatterns: ['*'], run })
      .execute(type, { preToolUse: { toolName: 'x', parameters: { a: 1 } } }, 'x');

  it.each([
    [{ decision: 'allow' }, { decision: 'allow' }],
    [
      { decision: 'ask', reason: 'r' },
      { decision: 'ask', reason: 'Hook "h" asks: r' },
    ],
    [{ decision: 'ask' }, { decision: 'ask', reason: 'Hook "h" asks' }],
    [
      { decision: 'deny', reason: 'r' },
      { cancel: true, errorMessage: 'Hook "h" blocked the call: r' },
    ],
    [{ decision: 'defer' }, { cancel: true, errorMessage: 'Hook "h" put the call off.' }],
    [
      { decision: 'defer', reason: 'r' },
      { cancel: true, errorMessage: 'Hook "h" put the call off: r' },
    ],
    [
      { continue: false, stopReason: 'r' },
      { cancel: true, errorMessage: 'Hook "h" stopped everything: r' },
    ],
    [{ modifiedParams: { a: 2 } }, { modifiedParams: { a: 2 } }],
    [{ systemMessage: 'm' }, {}],
    [{}, {}],
  ])('merges %j before a call into %j', async (said, result) => {
    expect(await answer(() => said)).toEqual(result);
  });

  it.each([
    [{ updatedOutput: 5 }, { updatedOutput: 5 }],
    [{ decision: 'deny', reason: 'r' }, { contextModification: 'Hook "h" objects: r' }],
    [
      { continue: false, stopReason: 'r' },
      { cancel: true, errorMessage: 'The tool ran; then the hook "h" stopped the work: r' },
    ],
    [{ decision: 'allow' }, {}],
  ])('merges %j after a call into %j', async (said, result) => {
    expect(await answer(() => said, 'PostToolUse')).toEqual(result);
  });

  it('merges the answers of several hooks: an allowance ends where a later hook rewrites', async () => {
    const executor = (...said: object[]) => {
      const made = new HookExecutor();
      for (const [index, each] of said.entries())
        made.register({ name: `h${index}`, type: 'PreToolUse', toolPatterns: ['*'], run: () => each });
      return made.execute('PreToolUse', { preToolUse: { toolName: 'x', parameters: { a: 1 } } }, 'x');
    };
    const rewrite = { modifiedParams: { a: 2 } };
    expect(await executor({ decision: 'allow' }, rewrite)).toEqual(rewrite);
    expect(await executor(rewrite, { decision: 'allow' })).toEqual({ ...rewrite, decision: 'allow' });
    expect(await executor({ ...rewrite, decision: 'allow' })).toEqual({ ...rewrite, decision: 'allow' });
    expect(await executor({ decision: 'ask' }, { decision: 'ask' })).toEqual({
      decision: 'ask',
      reason: 'Hook "h0" asks\nHook "h1" asks',
    });
    expect(await executor({ decision: 'ask' }, { decision: 'allow' })).toMatchObject({ decision: 'ask' });
    expect(await executor({ decision: 'deny' }, { contextModification: 'never' })).not.toHaveProperty(
      'contextModification',
    );
  });

  it('has nothing to say where no hook matches', async () => {
    const executor = new HookExecutor().register({ ...good, toolPatterns: ['other'] });
    for (const type of ['PreToolUse', 'PostToolUse', 'OnError'] as const) {
      expect(await executor.execute(type, {}, 'x')).toEqual({});
      expect(await new HookExecutor().execute(type, {}, 'x')).toEqual({});
    }
  });
});
