import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const FIXTURE = join(import.meta.dirname, '../fixtures/parse-with-descriptor.ts');

it.runIf(process.platform === 'linux')(
  'parser processes do not inherit the descriptors that this process was started with',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'parser-descriptors-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [root, secret] = [join(folder, 'root'), join(folder, 'secret')];
    mkdirSync(root);
    writeFileSync(join(root, 'a.ts'), 'export const a = 1;\n');
    writeFileSync(secret, 'secret');
    const descriptor = openSync(secret, 'r');
    try {
      const output = execFileSync(process.execPath, [FIXTURE, root, join(folder, 'state'), secret], {
        stdio: ['ignore', 'pipe', 'inherit', ...Array.from({ length: 37 }, () => 'ignore' as const), descriptor],
        encoding: 'utf8',
      });
      expect(JSON.parse(output)).toEqual([true, 0]);
    } finally {
      closeSync(descriptor);
    }
  },
);
