import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { taggedProcesses } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';

/** A host that starts programs, says so, and then does what is tested. */
function hostProgram(then: string): string {
  return `
    import { createProcesses } from './src/index.ts';
    const processes = createProcesses();
    const env = { TAG: process.env.TAG };
    await processes.start("trap '' TERM HUP INT; setsid sleep 600 & sleep 600", { shell: '/bin/bash', env });
    void processes.run('sleep 600', { shell: true, env });
    setTimeout(() => { console.log('ready'); ${then} }, 300);
  `;
}

async function endOf(then: string, signal?: NodeJS.Signals): Promise<{ code: unknown; left: string[] }> {
  const tag = randomUUID();
  const host = spawn(process.execPath, ['--input-type=module', '-e', hostProgram(then)], {
    cwd: join(import.meta.dirname, '..', '..'),
    env: { ...process.env, TAG: tag },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(host.stdout, 'data');
  expect(taggedProcesses(tag).length).toBeGreaterThanOrEqual(4);
  const exited = once(host, 'exit');
  if (signal !== undefined) host.kill(signal);
  const [code, by] = await exited;
  await sleep(100);
  return { code: code ?? by, left: taggedProcesses(tag) };
}

describe('when the host process ends', () => {
  it('by itself, its programs end too', async () => {
    expect(await endOf('setTimeout(() => process.exit(3), 500);')).toEqual({ code: 3, left: [] });
  });

  it('by an error that nobody caught, its programs end too', async () => {
    expect(await endOf('setTimeout(() => { throw new Error("uncaught"); }, 500);')).toEqual({ code: 1, left: [] });
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s, its programs end too and it ends by that signal',
    async (signal) => {
      expect(await endOf('', signal)).toEqual({ code: signal, left: [] });
    },
  );

  it('by its own handler of a signal, the handler decides', async () => {
    const handler =
      "process.on('SIGTERM', async () => { const { ended } = await processes.shutdown(); process.exit(ended); });";
    expect(await endOf(handler, 'SIGTERM')).toEqual({ code: 2, left: [] });
  });
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'a host that handles %s itself gets it once, and its programs run until it ends them',
  async (signal) => {
    const handler = `
      let times = 0;
      process.on('${signal}', () => {
        times += 1;
        setTimeout(async () => {
          const running = processes.list().filter(({ status }) => status === 'running').length;
          await processes.shutdown();
          process.exit(10 * times + running);
        }, 400);
      });`;
    expect(await endOf(handler, signal)).toEqual({ code: 11, left: [] });
  },
);
