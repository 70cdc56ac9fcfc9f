import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createTestFolder } from '@ku0/agent-runtime-tools-testkit';
import { describe, expect, it } from 'vitest';
import { findChromium } from '../../src/launch/find-chromium.ts';

const failure = (found: Promise<string>): Promise<unknown> =>
  found.then(
    (path) => `found ${path}`,
    (error: unknown) => (error as { error: unknown }).error,
  );

describe('findChromium', () => {
  it('takes the configured path and tries no other', async () => {
    await using folder = await createTestFolder({ chromium: '', mine: '' });
    const mine = join(folder.path, 'mine');
    chmodSync(join(folder.path, 'chromium'), 0o755);
    const env = { PATH: folder.path };
    expect(await failure(findChromium({ executablePath: mine, env }))).toMatchObject({ code: 'ENGINE_NOT_AVAILABLE' });
    chmodSync(mine, 0o755);
    expect(await findChromium({ executablePath: mine, env })).toBe(mine);
  });

  it('looks through PATH, except for relative entries', async () => {
    await using folder = await createTestFolder({ 'bin/google-chrome': '' });
    chmodSync(join(folder.path, 'bin/google-chrome'), 0o755);
    mkdirSync(join(folder.path, 'empty'));
    const env = { PATH: `:relative:${join(folder.path, 'empty')}:${join(folder.path, 'bin')}` };
    expect(await findChromium({ env, platform: 'linux' })).toBe(join(folder.path, 'bin/google-chrome'));
  });

  it.each([
    ['win32', 'winget'],
    ['aix', 'Chromium or Chrome'],
  ] as const)('says on %s what to install', async (platform, words) => {
    const env = { PATH: '' };
    const error = await failure(findChromium({ platform, env }));
    if (typeof error === 'string') return;
    expect(error).toMatchObject({
      code: 'ENGINE_NOT_AVAILABLE',
      suggestion: expect.stringContaining(words) as string,
    });
  });
});
