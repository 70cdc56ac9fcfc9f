import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDescriptors, taggedProcesses, zombies } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import { errorOf, openTools, valueOf } from './tools-for-test.ts';

const exec = promisify(execFile);

interface Growth {
  readonly elapsedMs: number;
  readonly growthMb: number;
  readonly streamed: number;
  readonly code: string;
  readonly shown: number;
  readonly artifact?: string;
}

async function measure(command: string, timeout: number): Promise<Growth> {
  const script = join(import.meta.dirname, 'fixtures', 'measure-growth.ts');
  const { stdout } = await exec(process.execPath, [script, command, String(timeout)]);
  return JSON.parse(stdout) as Growth;
}

describe('a command that does not end or does not stop printing', () => {
  const endless = [
    ['yes', 'yes'],
    ['yes on standard error with standard output closed', 'exec 1>&-; yes >&2'],
    ['cat /dev/urandom', 'cat /dev/urandom'],
    ['one line without an end', 'tr "\\0" x < /dev/zero'],
    ['a program that ignores SIGTERM', "trap '' TERM; while :; do sleep 0.1; done"],
    ['setsid sleep', 'setsid --wait sleep 600'],
    ['a child that holds the pipe open', 'sleep 600 & sleep 600'],
    ['a daemon that forked twice', '(setsid sleep 600 & ) ; sleep 600'],
  ] as const;

  // On a busy machine a second is soon gone: one of five tries must do.
  it.each(endless)(
    '%s returns within its limit plus one second, with bounded memory',
    { retry: 4, timeout: 60_000 },
    async (_name, command) => {
      const tag = `tag-${randomUUID()}`;
      const result = await measure(`: ${tag}; export TAG=${tag}; ${command}`, 1);
      expect(result.code).toBe('TIMEOUT');
      expect(result.elapsedMs).toBeLessThan(2000);
      expect(result.growthMb).toBeLessThan(64);
      expect(result.shown).toBeLessThan(400_000);
      expect(result.streamed).toBeLessThan(2_000_000);
      expect(taggedProcesses(tag)).toEqual([]);
    },
  );

  it('a command that prints 5 GB is read to its end with bounded memory', { timeout: 200_000 }, async () => {
    const result = await measure('head -c 5G /dev/zero', 180);
    expect(result.code).toBe('ok');
    expect(result.growthMb).toBeLessThan(64);
    expect(result.artifact).toBeDefined();
  });
});

describe('a command that leaves others behind', () => {
  it.each([
    ['a job that holds the pipe', 'sleep 600 & echo done'],
    ['a job in a session of its own', 'setsid sleep 600 >/dev/null 2>&1 & echo done'],
    ['a daemon that forked twice', '(setsid sleep 600 >/dev/null 2>&1 &); echo done'],
  ])('%s does not delay its result, and is ended', async (_name, command) => {
    await using bench = await openTools();
    const tag = randomUUID();
    const result = await bench.tools.execute('run_command', { command, env: { TAG: tag }, timeout: 30 });
    expect(valueOf(result)).toMatchObject({ stdout: 'done\n', exitCode: 0 });
    expect(valueOf(result).survivors?.every(({ ended }) => ended)).toBe(true);
    expect(taggedProcesses(tag)).toEqual([]);
  });
});

describe('many commands', () => {
  it('a thousand at once are all answered and give back what they took', { timeout: 120_000 }, async () => {
    await using bench = await openTools({ timeout: { default: 60 } });
    await bench.tools.execute('bash', { command: 'true' });
    const before = openDescriptors();
    const calls = Array.from({ length: 1000 }, (_, n) => bench.tools.execute('bash', { command: `echo ${n}` }));
    const results = await Promise.all(calls);
    expect(results.filter((result, n) => result.ok && result.value.output === `${n}\n`)).toHaveLength(1000);
    expect(openDescriptors()).toBe(before);
    expect(zombies()).toEqual([]);
  });

  it('a limit of 64 open files makes them wait, not fail', { timeout: 60_000 }, async () => {
    const script = join(import.meta.dirname, 'fixtures', 'few-descriptors.ts');
    const { stdout } = await exec('bash', ['-c', `ulimit -n 64; exec "${process.execPath}" "${script}"`]);
    expect(JSON.parse(stdout)).toEqual({ codes: ['ok'], leaked: 0 });
  });

  it('one that starts a thousand short children leaves no zombies', { timeout: 60_000 }, async () => {
    await using bench = await openTools();
    const command = 'for n in $(seq 1000); do /bin/true & done; wait; echo done';
    expect(valueOf(await bench.tools.execute('bash', { command, timeout: 60 })).output).toBe('done\n');
    expect(zombies()).toEqual([]);
  });
});

describe('a signal', () => {
  it.each([0, 1, 5, 20, 60, 200])('after %d ms gives exactly one outcome', async (delay) => {
    await using bench = await openTools();
    const ends: string[] = [];
    bench.tools.activity.subscribe('tool_call_end', ({ callId }) => void ends.push(callId));
    const control = new AbortController();
    setTimeout(() => control.abort(), delay);
    const tag = randomUUID();
    const result = await bench.tools.execute(
      'bash',
      { command: `: ${tag}; sleep 0.05; echo end` },
      { signal: control.signal },
    );
    control.abort();
    expect(result.ok || errorOf(result).code === 'CANCELLED').toBe(true);
    expect(ends).toHaveLength(1);
    expect(taggedProcesses(tag)).toEqual([]);
  });
});
