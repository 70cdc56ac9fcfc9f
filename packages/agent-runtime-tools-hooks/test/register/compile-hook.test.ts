import { describe, expect, it } from 'vitest';
import { hooks, type HookConfig } from '../../src/index.ts';

const good = { name: 'h', type: 'PreToolUse', toolPatterns: ['*'], command: 'true' };
const compile = (more: object) => () => hooks([{ ...good, ...more } as HookConfig]);

describe('a configured hook', () => {
  it.each([
    [{}],
    [{ timeoutMs: 1 }],
    [{ timeoutMs: 2 ** 31 - 1 }],
    [{ isCancellable: true, onFailure: 'block' }],
    [{ isCancellable: false, onFailure: 'continue' }],
    [{ parallel: true }],
    [{ type: 'PostToolUse' }],
    [{ type: 'OnError', args: ['a'], env: { A: 'b' } }],
  ])('is taken with %j', (more) => {
    expect(compile(more)).not.toThrow();
  });

  it.each([
    [{ name: '' }, 'Hook "": needs a name.'],
    [{ name: 5 }, 'A hook: needs a name.'],
    [{ type: 'Stop' }, 'Hook "h": needs a type: PreToolUse, PostToolUse or OnError.'],
    [{ toolPatterns: [] }, 'Hook "h": needs toolPatterns'],
    [{ toolPatterns: '*' }, 'Hook "h": needs toolPatterns'],
    [{ toolPatterns: ['pack:[files'] }, 'has a "[" that is not closed'],
    [{ toolPatterns: ['[files'] }, 'has a "[" that is not closed'],
    [{ toolPatterns: ['@(a|b)'] }, 'not a capability'],
    [{ toolPatterns: ['+(a|b)'] }, 'write {a,b} for alternatives'],
    [{ timeoutMs: 0 }, 'Hook "h": needs a timeoutMs above 0.'],
    [{ timeoutMs: 2 ** 31 }, 'Hook "h": needs a timeoutMs above 0.'],
    [{ timeoutMs: '5' }, 'Hook "h": needs a timeoutMs above 0.'],
    [{ isCancellable: 1 }, 'Hook "h": isCancellable is true or false.'],
    [{ parallel: 'yes' }, 'Hook "h": parallel is true or false.'],
    [{ onFailure: 'ignore' }, 'Hook "h": onFailure is "block" or "continue".'],
    [{ onFailure: 'block', isCancellable: false }, 'Hook "h": cannot block on failure and not be cancellable.'],
    [{ url: 'http://a.example' }, 'Hook "h": needs one of command, run and url.'],
    [{ command: undefined }, 'Hook "h": needs one of command, run and url.'],
    [{ command: ' ' }, 'Hook "h": its command is empty or not a string.'],
    [{ args: [1] }, 'Hook "h": its args are not a list of strings.'],
    [{ env: { A: 1 } }, 'Hook "h": its env must be strings by name.'],
    [{ env: 'A=1' }, 'Hook "h": its env must be strings by name.'],
    [{ command: undefined, run: 'x' }, 'Hook "h": its run is not a function.'],
    [{ command: undefined, url: 'ftp://a.example' }, 'Hook "h": its url is not an http or https address.'],
    [
      { command: undefined, url: 'http://a.example', headers: { a: 1 } },
      'Hook "h": its headers must be strings by name.',
    ],
  ])('is refused with %j', (more, message) => {
    expect(compile(more)).toThrow(message);
  });

  it.each([
    ['PreToolUse', {}, 'block'],
    ['PreToolUse', { isCancellable: false }, 'continue'],
    ['PreToolUse', { onFailure: 'continue' }, 'continue'],
    ['PostToolUse', {}, 'continue'],
    ['PostToolUse', { onFailure: 'block' }, 'block'],
    ['OnError', {}, 'continue'],
  ])('of the type %s with %j means on failure: %s', (type, more, expected) => {
    const tool = { name: 'x', version: '', capabilities: NONE };
    expect(compile({ type, ...more })().explain(tool)).toMatchObject([{ onFailure: expected, timeoutMs: 60_000 }]);
  });
});

const NONE = {
  readsFiles: false,
  writesFiles: false,
  executesCommands: false,
  accessesNetwork: false,
  destructive: false,
  idempotent: false,
  retryable: false,
};
