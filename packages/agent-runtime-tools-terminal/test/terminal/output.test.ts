import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Output, wantsColour } from '../../src/terminal/output.ts';

describe('wantsColour', () => {
  it.each([
    [true, {}, true],
    [false, {}, false],
    [true, { TERM: 'dumb' }, false],
    [true, { NO_COLOR: '1' }, false],
    [true, { NO_COLOR: '' }, true],
    [false, { FORCE_COLOR: '1' }, true],
    [false, { FORCE_COLOR: '' }, true],
    [true, { FORCE_COLOR: '0' }, false],
    [true, { FORCE_COLOR: 'false' }, false],
    [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
  ])('on a terminal (%s) with %j is %s', (isTerminal, env, expected) => {
    expect(wantsColour(isTerminal, env)).toBe(expected);
  });
});

describe('Output', () => {
  const failingWith = (code: string): Writable =>
    new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error('it broke'), { code })) });

  it('ignores writes after the reader has closed the pipe, and calls its listeners once', async () => {
    const output = new Output(failingWith('EPIPE'), {});
    let closed = 0;
    output.onClose(() => closed++);
    output.onClose(() => closed++)();
    output.line('a');
    await output.flush();
    output.line('b');
    await output.flush();
    expect({ closed, error: output.error }).toEqual({ closed: 1, error: undefined });
  });

  it('reports any other error of its stream', async () => {
    const output = new Output(failingWith('ENOSPC'), {});
    output.line('a');
    await output.flush();
    expect(output.error?.message).toBe('it broke');
  });
});
