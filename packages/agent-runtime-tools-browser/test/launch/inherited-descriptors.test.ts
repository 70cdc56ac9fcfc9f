import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hasChromium } from '../fixtures/browser.ts';

const FIXTURE = join(import.meta.dirname, '../fixtures/browse-with-descriptor.ts');

it.runIf(hasChromium && process.platform === 'linux')(
  'Chromium does not inherit the descriptors that this process was started with (needs chromium)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'bd-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const secret = join(folder, 'secret');
    writeFileSync(secret, 'secret');
    const descriptor = openSync(secret, 'r');
    try {
      const output = execFileSync(process.execPath, [FIXTURE, secret], {
        stdio: ['ignore', 'pipe', 'inherit', ...Array.from({ length: 37 }, () => 'ignore' as const), descriptor],
        env: { ...process.env, TMPDIR: folder },
        encoding: 'utf8',
      });
      expect(JSON.parse(output)).toEqual([true, 0]);
    } finally {
      closeSync(descriptor);
    }
  },
);
