import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runToolbox } from '../../run-toolbox.ts';

interface Finding {
  readonly name: string;
  readonly state: string;
  readonly version?: string;
  readonly install?: string;
}

describe('toolbox doctor', () => {
  it('names what is here with its version, and how to get the rest', async () => {
    const { stdout } = await runToolbox(['doctor', '--json']);
    const findings = JSON.parse(stdout) as Finding[];
    expect(findings.map(({ name }) => name)).toEqual([
      'node',
      'ripgrep',
      'bubblewrap',
      'chromium',
      'git',
      'python',
      'redis',
      'postgresql',
      'pyright',
      'gopls',
      'rust-analyzer',
    ]);
    expect(findings[0]).toMatchObject({ state: 'works', version: process.versions.node });
    expect(findings[1]).toMatchObject({ name: 'ripgrep', state: 'works', version: expect.stringMatching(/^\d+\./) });
    for (const { state, install } of findings) if (state !== 'works') expect(install).not.toBe('');
  }, 30_000);

  it('takes a program that runs for one that works, also if it knows no version', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolbox-doctor-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'gopls'), '#!/bin/sh\necho "golang.org/x/tools/gopls master"\n', { mode: 0o755 });
    const { stdout } = await runToolbox(['doctor', '--json'], { env: { PATH: `${folder}:/usr/bin:/bin` } });
    const gopls = (JSON.parse(stdout) as Finding[]).find(({ name }) => name === 'gopls');
    expect(gopls).toMatchObject({ state: 'works', path: join(folder, 'gopls') });
    expect(gopls).not.toHaveProperty('version');
  }, 30_000);

  it('finds a program that is there but does not run, and fails', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolbox-doctor-test-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'git'), '#!/bin/sh\necho "git: out of order" >&2\nexit 1\n', { mode: 0o755 });
    const { code, stdout } = await runToolbox(['doctor'], { env: { PATH: `${folder}:/usr/bin:/bin` } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ git .*\n {4}enables the git tools\n {4}git: out of order\n {4}→ /);
  }, 30_000);
});
