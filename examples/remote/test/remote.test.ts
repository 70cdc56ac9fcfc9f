import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { hasRedis, startRedis } from '@ku0/agent-runtime-tools-testkit/services';
import { expect, it } from 'vitest';

const EXPECTED = [
  expect.stringMatching(/^workers: 1, tools: \d+$/),
  'write_file: ok',
  'asked about write_file',
  'write_file: ok',
  'read_file: ok',
  'output: step 1',
  'output: step 2',
  'output: step 3',
  'build: ok',
  'asked about delete_file',
  'delete_file: ok',
];

const start = (program: string, env: Record<string, string> = {}): ChildProcess & { stdout: NodeJS.ReadableStream } => {
  const file = fileURLToPath(new URL(`../src/${program}`, import.meta.url));
  const options = { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'pipe', 'inherit'] as const };
  return spawn(process.execPath, ['--no-warnings', file], { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
};

it('the example runs in one process', { timeout: 60_000 }, async () => {
  expect((await text(start('embedded.ts').stdout)).trim().split('\n')).toEqual(EXPECTED);
});

it.skipIf(!hasRedis())(
  'the example runs as a worker and a caller, and the worker ends in order (needs redis-server)',
  { timeout: 60_000 },
  async () => {
    await using redis = await startRedis();
    const [root, state] = [
      await mkdtemp(join(tmpdir(), 'remote-example-')),
      await mkdtemp(join(tmpdir(), 'remote-state-')),
    ];
    const shared = { REDIS_URL: redis.url, PLACE: 'checkout-42', SECRET: 'a secret that only this test knows' };
    const worker = start('worker.ts', { ...shared, ROOT: root, STATE: state });
    try {
      // Whichever starts first waits for the other.
      const caller = start('caller.ts', shared);
      expect((await text(caller.stdout)).trim().split('\n')).toEqual(EXPECTED);
      expect(await readdir(root)).toEqual([]);
      worker.kill('SIGTERM');
      expect(await once(worker, 'exit')).toEqual([0, null]);
    } finally {
      worker.kill('SIGKILL');
      for (const folder of [root, state]) await rm(folder, { recursive: true, force: true });
    }
  },
);

it('the worker says what it needs', async () => {
  const worker = start('worker.ts');
  expect(await once(worker, 'exit')).toEqual([1, null]);
});
