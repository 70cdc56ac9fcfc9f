import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { Terminal } from '../../src/index.ts';

function terminal({
  stdin = false,
  stderr = false,
  env = {},
}: {
  stdin?: boolean;
  stderr?: boolean;
  env?: NodeJS.ProcessEnv;
}) {
  const stream = (isTTY: boolean) => Object.assign(new PassThrough(), { isTTY });
  return new Terminal({ stdin: stream(stdin), stdout: stream(false), stderr: stream(stderr) }, env);
}

describe('a terminal', () => {
  it('can ask a person only if there is one at both ends', () => {
    expect(terminal({ stdin: true, stderr: true }).canAsk).toBe(true);
    expect(terminal({ stdin: true }).canAsk).toBe(false);
    expect(terminal({ stderr: true }).canAsk).toBe(false);
  });

  it('redraws lines unless it is a simple one', () => {
    expect(terminal({ stderr: true }).canRedraw).toBe(true);
    expect(terminal({ stderr: true, env: { TERM: 'dumb' } }).canRedraw).toBe(false);
    expect(terminal({}).canRedraw).toBe(false);
  });
});
