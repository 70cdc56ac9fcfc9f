import { existsSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { expect, it } from 'vitest';
import { errorOf, openTools, valueOf } from '../tools-for-test.ts';

it('a root that a link has taken the place of is refused by all that starts commands', async () => {
  await using bench = await openTools();
  await using outside = await createTestFolder({ 'secret.txt': 'TOP-SECRET' });
  const root = bench.folder.path;
  expect(valueOf(await bench.tools.execute('bash', { command: 'pwd' })).stdout).toBe(`${root}\n`);
  renameSync(root, `${root}-moved`);
  symlinkSync(outside.path, root);
  try {
    const command = 'cat secret.txt; touch made';
    for (const params of [{ command }, { command, cwd: '.' }, { command, cwd: root }]) {
      expect(errorOf(await bench.tools.execute('bash', params)).code).toBe('INVALID_PATH');
      expect(errorOf(await bench.tools.execute('run_command', params)).code).toBe('INVALID_PATH');
    }
    const started = await bench.tools.execute('run_command', { command, background: true });
    expect(errorOf(started).code).toBe('INVALID_PATH');
    expect(existsSync(join(outside.path, 'made'))).toBe(false);
  } finally {
    rmSync(root);
    renameSync(`${root}-moved`, root);
  }
  expect(valueOf(await bench.tools.execute('bash', { command: 'pwd' })).exitCode).toBe(0);
});
