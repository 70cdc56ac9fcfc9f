import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('the fifteen lines', () => {
  let folder = '';
  let state = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'coding-tools-'));
    state = await mkdtemp(join(tmpdir(), 'coding-tools-state-'));
    await writeFile(join(folder, 'README.md'), '# A project\n\nWith a text.\n');
    await writeFile(join(folder, 'lint.sh'), '#!/bin/sh\necho "lint: no complaints"\n');
    await chmod(join(folder, 'lint.sh'), 0o755);
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await rm(state, { recursive: true });
  });

  it('read, write within the policy, run the hook and refuse what nobody approved', { timeout: 30_000 }, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
      cwd: folder,
      env: { PATH: process.env['PATH'], TOOLBOX_HOME: state },
    });
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('# A project');
    expect(stdout).toContain('15 tools: list_directory, read_file');
    expect(stdout).toContain('lint: no complaints');
    expect(stdout).toMatch(/\? bash wants to run: .* \(risk: high\)\n/);
    expect(stdout).toMatch(/APPROVAL_DENIED: .*Not in this example/);
    expect(await readFile(join(folder, 'notes/today.md'), 'utf8')).toBe('# Today\n');
  });
});
