import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, type FileHandle } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ok } from '@ku0/agent-runtime-tools-core';
import type { ToolHandler } from '@ku0/agent-runtime-tools-core';
import { describe, expect, it } from 'vitest';
import { toolLeakProblems } from '../../src/contract/checks/stopping/tool-leaks.ts';
import { toolUnderTest } from '../../src/contract/harness/tool-under-test.ts';
import { SHOUT_OPTIONS, shout } from './sample-tools.ts';

const run = promisify(execFile);

async function problemsOf(execute: () => Promise<void>, more: Partial<ToolHandler> = {}): Promise<string[]> {
  const tool = shout({ ...more, execute: async () => execute().then(() => ok({ text: 'HEY' })) });
  return toolLeakProblems(toolUnderTest(tool, { ...SHOUT_OPTIONS, settleMs: 100 }));
}

describe('a tool that leaves something running', () => {
  it('a tool that leaves a timer is found', async () => {
    let timer: NodeJS.Timeout | undefined;
    const problems = await problemsOf(async () => void (timer = setInterval(() => {}, 1_000)));
    clearInterval(timer);
    expect(problems).toEqual(['left behind: 1 Timeout']);
  });

  it('a tool that leaves a server is found', async () => {
    const server = createServer();
    const problems = await problemsOf(async () => {
      server.listen(0);
      await once(server, 'listening');
    });
    server.close();
    expect(problems).toEqual(['left behind: 1 TCPSERVERWRAP']);
  });

  it('a tool that leaves a process is found, detached or not', async () => {
    const children: ChildProcess[] = [];
    const start = (detached: boolean): ChildProcess => {
      const child = spawn('sleep', ['60'], { detached, stdio: 'ignore' });
      children.push(child);
      return child;
    };
    const attached = await problemsOf(async () => void start(false));
    const detached = await problemsOf(async () => start(true).unref());
    for (const child of children) child.kill();
    expect(attached).toEqual(['left behind: 1 PROCESSWRAP', 'left behind: 1 child process']);
    expect(detached).toEqual(['left behind: 1 child process']);
  });

  it('a tool that leaves a file open is found', async () => {
    const files: FileHandle[] = [];
    const tool = shout({
      async execute(_params, { cwd }) {
        files.push(await open(join(cwd, 'a.txt'), 'w'));
        return ok({ text: 'HEY' });
      },
    });
    const problems = await toolLeakProblems(toolUnderTest(tool, { ...SHOUT_OPTIONS, settleMs: 100 }));
    await Promise.all(files.map((file) => file.close()));
    expect(problems).toEqual(['left behind: 1 open file']);
  });

  it('a tool that listens to the process with every call is found, one that does so once is not', async () => {
    const listeners: (() => void)[] = [];
    const listen = (): void => {
      const listener = (): void => {};
      listeners.push(listener);
      process.on('beforeExit', listener);
    };
    const always = await problemsOf(async () => listen());
    let listens = false;
    const onlyOnce = await problemsOf(async () => {
      if (!listens) listen();
      listens = true;
    });
    for (const listener of listeners) process.off('beforeExit', listener);
    expect(always).toEqual(['adds a listener to the process with every call: "beforeExit"']);
    expect(onlyOnce).toEqual([]);
  });

  it('a tool that cleans up in its shutdown leaves nothing', async () => {
    let timer: NodeJS.Timeout | undefined;
    const shutdown = async (): Promise<void> => clearInterval(timer);
    expect(await problemsOf(async () => void (timer = setInterval(() => {}, 1_000)), { shutdown })).toEqual([]);
  });

  it('a tool that takes a moment to let go leaves nothing', async () => {
    expect(await problemsOf(async () => void setTimeout(() => {}, 30))).toEqual([]);
  });

  it('a tool that leaves a rejected promise is found', async () => {
    // In a process of its own: the test runner would take the rejection for its own failure.
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'rejecting-tool.ts')], {
      timeout: 10_000,
    });
    expect(stdout).toContain('caused an unhandled rejection: Error: forgotten');
  });
});
