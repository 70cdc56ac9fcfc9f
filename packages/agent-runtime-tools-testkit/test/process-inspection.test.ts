import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openDescriptors, taggedProcesses, zombies } from '../src/index.ts';

describe.skipIf(process.platform !== 'linux')('what a test looks for at its end', () => {
  it('finds processes by a tag in their environment or their command line, until they have ended', async () => {
    const tag = `leftover-${process.pid}`;
    const byEnvironment = spawn('sleep', ['60'], { env: { TAG: tag } });
    const byCommand = spawn('sleep', ['60'], { argv0: tag });
    await Promise.all([once(byEnvironment, 'spawn'), once(byCommand, 'spawn')]);
    expect(taggedProcesses(tag)).toHaveLength(2);
    byCommand.kill('SIGKILL');
    byEnvironment.kill('SIGKILL');
    await Promise.all([once(byEnvironment, 'close'), once(byCommand, 'close')]);
    expect(taggedProcesses(tag)).toEqual([]);
    expect(zombies()).toEqual([]);
  });

  it('counts descriptors', () => {
    const before = openDescriptors();
    const descriptor = openSync('/dev/null', 'r');
    expect(openDescriptors()).toBe(before + 1);
    closeSync(descriptor);
    expect(openDescriptors()).toBe(before);
  });
});
