import type { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { BIN, runToolbox } from '../run-toolbox.ts';

describe('the end of toolbox call', () => {
  it('says that a background command ends with it', async () => {
    const params = JSON.stringify({ command: 'sleep', args: ['600'], background: true });
    const { code, stderr } = await runToolbox(['call', 'run_command', params, '--approve', 'all'], { entry: BIN });
    expect(code).toBe(0);
    expect(stderr).toContain('The background command ends now');
  });

  it.each([
    ['SIGINT', 'interrupted'],
    ['SIGTERM', 'ended by SIGTERM'],
    ['SIGHUP', 'ended by SIGHUP'],
  ] as const)('lets the call clean up after the first %s', async (signal, why) => {
    const { code, stdout, stderr } = await runToolbox(['call', 'wait', '--json'], {
      when: { shows: 'waiting', act: (child) => child.kill(signal) },
    });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: false,
      error: { code: 'CANCELLED', message: `The call was cancelled: ${why}` },
    });
    expect(stderr).toContain('wait was shut down');
  });

  it('does not wait for a tool that ignores its signal', async () => {
    const started = performance.now();
    const { code, stderr } = await runToolbox(['call', 'stubborn'], {
      when: { shows: 'waiting', act: (child) => child.kill('SIGINT') },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('The tool did not stop when the call was cancelled.');
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('comes at once with the second %s', async (signal, expected) => {
    const twice = (child: ChildProcess): void => {
      child.kill(signal);
      setTimeout(() => child.kill(signal), 100);
    };
    const { code } = await runToolbox(['call', 'stubborn'], { when: { shows: 'waiting', act: twice } });
    expect(code).toBe(expected);
  });

  it('comes when the reader of the output closes the pipe, without an EPIPE error', async () => {
    const { code, stderr } = await runToolbox(['call', 'stream', '{"lines":100000,"pauseMs":1}'], {
      when: { shows: 'line 3', act: (child) => child.stdout?.destroy() },
    });
    expect(code).toBe(1);
    expect(stderr).toContain('the reader of the output has closed the pipe');
    expect(stderr).not.toContain('EPIPE');
  });

  it('is a success if the reader closes the pipe while the result is printed', async () => {
    const { code, stderr } = await runToolbox(['call', 'large', '{"chars":2000000}', '--json'], {
      when: { shows: '{"ok":true', act: (child) => child.stdout?.destroy() },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'wait was shut down\n' });
  });
});
