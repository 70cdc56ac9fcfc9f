import { chmodSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createDriver } from '../../src/drivers/create-driver.ts';
import { hasSandbox, isThere } from '../is-there.ts';
import { testSandbox } from '../test-sandbox.ts';

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A folder for programs whose `bwrap` is this script. */
function withBwrap(script?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-path-'));
  made.push(folder);
  if (isThere('prlimit')) symlinkSync('/usr/bin/prlimit', join(folder, 'prlimit'));
  if (script !== undefined) {
    writeFileSync(join(folder, 'bwrap'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, 'bwrap'), 0o755);
  }
  return folder;
}

async function tryWith(script?: string) {
  await using box = testSandbox({}, { searchPath: [withBwrap(script)] });
  const result = await box.tools.execute('run_code', { language: 'bash', code: 'touch made' });
  return { result, files: readdirSync(box.root) };
}

describe.runIf(process.platform === 'linux' && isThere('prlimit'))('a sandbox that cannot be enforced', () => {
  it('runs nothing without bubblewrap, and says what to install', async () => {
    const { result, files } = await tryWith();
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'ENGINE_NOT_AVAILABLE',
        message: expect.stringContaining('bubblewrap is not installed'),
        suggestion: expect.stringContaining('apt-get install bubblewrap'),
        details: { reason: 'no-bubblewrap' },
      },
    });
    expect(files).toEqual([]);
  });

  it('runs nothing where user namespaces are off, and says how to allow them', async () => {
    const { result, files } = await tryWith('echo "bwrap: setting up uid map: Permission denied" >&2; exit 1');
    expect(result).toMatchObject({
      ok: false,
      error: {
        code: 'ENGINE_NOT_AVAILABLE',
        message: expect.stringContaining('does not allow user namespaces'),
        suggestion: expect.stringContaining('max_user_namespaces'),
        details: { reason: 'user-namespaces' },
      },
    });
    expect(files).toEqual([]);
  });

  it.for([
    ['bwrap: Unknown option --size', 'too-old'],
    ["bwrap: Can't mount proc on /newroot/proc: Operation not permitted", 'proc'],
    ['bwrap: something else', 'setup-failed'],
  ] as const)('tells the reason from bubblewrap saying "%s"', async ([said, reason]) => {
    const { result } = await tryWith(`echo "${said}" >&2; exit 1`);
    expect(result).toMatchObject({ ok: false, error: { code: 'ENGINE_NOT_AVAILABLE', details: { reason } } });
  });

  it('runs nothing in a bubblewrap that does not confine', async () => {
    const pretends = 'echo \'{ "child-pid": 1 }{ "exit-code": 0 }\' >&8; shift 2; exec "$@"';
    const { result, files } = await tryWith(pretends);
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'ENGINE_NOT_AVAILABLE', details: { reason: 'not-confined' } },
    });
    expect(files).toEqual([]);
  });

  it.skipIf(!hasSandbox)('is tried again after it failed, and works once it is there', async () => {
    const folder = withBwrap();
    await using box = testSandbox({}, { searchPath: [folder] });
    expect(await box.sandbox.check()).toMatchObject({ ok: false });
    symlinkSync('/usr/bin/bwrap', join(folder, 'bwrap'));
    expect(await box.sandbox.check()).toEqual({ ok: true, engine: 'bubblewrap' });
  });
});

describe('createDriver', () => {
  it('reports that there is none for another system', () => {
    const options = { processes: {} as never, writable: [], readable: [], unixSockets: false, node: process.execPath };
    expect(createDriver(options, 'darwin')).toMatchObject({
      error: { code: 'ENGINE_NOT_AVAILABLE', details: { reason: 'platform', platform: 'darwin' } },
    });
  });
});
