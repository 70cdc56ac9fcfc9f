import {
  readFileSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  mkdtempSync,
  rmSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcesses } from '@ku0/agent-runtime-tools-processes';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSandbox } from '../src/index.ts';
import { parseProfile } from '../src/sandbox-profile.ts';
import { hasSandbox } from './is-there.ts';
import { makeFolder, testSandbox } from './test-sandbox.ts';

describe('createSandbox', () => {
  it('refuses invalid limits and paths', () => {
    const workspace = {} as never;
    expect(() => createSandbox({ workspace, limits: { memoryMb: 0 } })).toThrow('memoryMb');
    expect(() => createSandbox({ workspace, limits: { processes: Number.NaN } })).toThrow('processes');
    expect(() => createSandbox({ workspace, writable: ['relative'] })).toThrow('absolute');
  });
});

describe('a profile', () => {
  it.for([
    ['read-only', { writable: false, network: false }],
    ['workspace-write', { writable: true, network: false }],
    ['network', { writable: true, network: true }],
    ['no-network', { writable: true, network: false }],
    ['read-only+network', { writable: false, network: true }],
    ['workspace-write+no-network', { writable: true, network: false }],
    ['', undefined],
    ['danger', undefined],
    ['read-only+workspace-write', undefined],
    ['network+no-network', undefined],
  ] as const)('%s is understood', ([name, expected]) => {
    expect(parseProfile(name)).toEqual(expected);
  });
});

describe.skipIf(!hasSandbox)('a sandbox', () => {
  it('does not let a call exceed what the host allows', async () => {
    await using box = testSandbox({}, { limits: { cpuSeconds: 1, timeoutSeconds: 2 } });
    const result = await box.sandbox.run({ argv: ['sleep', '30'], limits: { timeoutSeconds: 500 } });
    expect(result).toMatchObject({ status: 'stopped', limitHit: 'time' });
  });

  it('makes exactly the given extra paths readable or writable', async () => {
    const place = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'sandbox-place-')));
    const [writable, readable] = [place(), place()];
    writeFileSync(join(readable, 'a.txt'), 'shown');
    await using box = testSandbox({}, { writable: [writable], readable: [readable] });
    const code = `cat ${readable}/a.txt; echo x > ${readable}/b; echo y > ${writable}/c`;
    const result = await box.sandbox.run({ argv: ['bash', '-c', code] });
    expect(result.stdout).toBe('shown');
    expect(readdirSync(readable)).toEqual(['a.txt']);
    expect(readFileSync(join(writable, 'c'), 'utf8')).toBe('y\n');
    const kept = await box.sandbox.run({ argv: ['bash', '-c', `echo z > ${writable}/d`], profile: 'read-only' });
    expect(kept.exitCode).not.toBe(0);
    for (const folder of [writable, readable]) rmSync(folder, { recursive: true });
  });

  it('follows a link to an extra place, but not to what must stay hidden, nor to where it did not lead before', async () => {
    const place = makeFolder({ 'real/a.txt': 'shown', 'other/b.txt': 'TOP-SECRET' });
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    const link = join(place, 'link');
    symlinkSync(join(place, 'real'), link);
    for (const option of ['writable', 'readable'] as const) {
      await using box = testSandbox({}, { [option]: [link] });
      const look = { argv: ['bash', '-c', `cat ${link}/*`] };
      expect(await box.sandbox.run(look)).toMatchObject({ stdout: 'shown', exitCode: 0 });
      unlinkSync(link);
      symlinkSync(join(place, 'other'), link);
      expect(await box.sandbox.run(look)).toMatchObject({ stdout: '', error: { code: 'SANDBOX_ROOT_REFUSED' } });
      unlinkSync(link);
      symlinkSync(join(place, 'real'), link);
    }
    const home = join(place, 'home');
    symlinkSync(homedir(), home);
    for (const option of ['writable', 'readable'] as const) {
      await using box = testSandbox({}, { [option]: [home] });
      expect(await box.sandbox.run({ argv: ['true'] })).toMatchObject({ error: { code: 'SANDBOX_ROOT_REFUSED' } });
    }
  });

  it('does not run if a folder of the workspace was replaced by a link', async () => {
    await using box = testSandbox({ 'a.txt': 'mine' });
    expect(await box.sandbox.run({ argv: ['cat', 'a.txt'] })).toMatchObject({ stdout: 'mine' });
    const other = makeFolder({ 'a.txt': 'TOP-SECRET' });
    onTestFinished(() => rmSync(other, { recursive: true, force: true }));
    rmSync(box.root, { recursive: true });
    symlinkSync(other, box.root);
    expect(await box.sandbox.run({ argv: ['cat', 'a.txt'] })).toMatchObject({
      stdout: '',
      error: { code: 'SANDBOX_ROOT_REFUSED' },
    });
  });

  it('does not let a program raise its limits', async () => {
    await using box = testSandbox({}, { limits: { cpuSeconds: 7, openFiles: 99, fileSizeMb: 3 } });
    const code = 'for limit in t n f c d; do ulimit -H -$limit; done; ulimit -S -t 8 || echo kept';
    const { stdout } = await box.sandbox.run({ argv: ['bash', '-c', code] });
    expect(stdout.split('\n')).toEqual(['8', '99', '3072', '0', expect.stringMatching(/^\d+$/), '']);
    const raised = await box.sandbox.run({ argv: ['bash', '-c', 'ulimit -t 9 || echo kept'] });
    expect(raised.stdout).toBe('kept\n');
  });

  it("passes no variable of the host's environment on", async () => {
    process.env['SANDBOX_TEST_TOKEN'] = 'TOP-SECRET';
    await using box = testSandbox();
    const code = 'env; cat /proc/*/environ /proc/*/cmdline | tr "\\0" "\\n"; ls /proc/self/fd';
    const { stdout } = await box.sandbox.run({ argv: ['bash', '-c', code] });
    expect(stdout).not.toContain('TOP-SECRET');
    expect(stdout).toContain('HOME=/tmp/home');
    expect(stdout.trim().split('\n').slice(-4)).toEqual(['0', '1', '2', '3']);
  });

  it('refuses a program that it cannot find, an unknown profile and a folder outside', async () => {
    await using box = testSandbox();
    expect((await box.sandbox.run({ argv: ['bash', '-c', 'no-such-program'] })).exitCode).toBe(127);
    expect(await box.sandbox.run({ argv: ['true'], profile: 'free' })).toMatchObject({
      status: 'not-started',
      error: { code: 'SANDBOX_PROFILE_UNKNOWN' },
    });
    expect(await box.sandbox.run({ argv: ['true'], cwd: '/usr' })).toMatchObject({ error: { code: 'INVALID_PATH' } });
  });

  it('passes the words of a command on, and never reads them as its own options', async () => {
    await using box = testSandbox();
    const bind = await box.sandbox.run({ argv: ['--bind', '/', '/host', 'cat', '/host/etc/shadow'] });
    expect(bind).toMatchObject({ status: 'not-started', stdout: '' });
    const split = { argv: ['true'], cwd: `${box.root}/x\0--bind\0/\0/host` };
    expect(await box.sandbox.run(split)).toMatchObject({ status: 'not-started', error: { code: 'SANDBOX_FAILED' } });
    const files = { '../../escaped': 'x' };
    expect(await box.sandbox.run({ argv: ['true'], files })).toMatchObject({ error: { code: 'SANDBOX_FAILED' } });
  });

  it('hides many files, and refuses if there are too many to hide', async () => {
    const files = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}.env`, 'SECRET']));
    await using some = testSandbox({ '.toolignore': '*.env\n', ...files(100) });
    expect((await some.sandbox.run({ argv: ['bash', '-c', 'cat *.env'] })).stdout).toBe('');
    await using many = testSandbox({ '.toolignore': '*.env\n', ...files(501) });
    expect(await many.sandbox.run({ argv: ['true'] })).toMatchObject({ error: { code: 'SANDBOX_VIEW_TOO_LARGE' } });
  }, 60_000);

  it('leaves nothing behind after its shutdown, and works again afterwards', async () => {
    const own = makeFolder();
    vi.stubEnv('TMPDIR', own);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(own, { recursive: true });
    });
    const left = (): string[] => readdirSync(own).filter((name) => name.startsWith('toolbox-sandbox-'));
    await using box = testSandbox();
    await box.sandbox.check();
    const slow = box.sandbox.run({ argv: ['sleep', '30'] });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(left()).toHaveLength(1);
    await box.sandbox.shutdown();
    expect(await slow).toMatchObject({ status: 'cancelled' });
    expect(left()).toEqual([]);
    expect(await box.sandbox.run({ argv: ['echo', 'again'] })).toMatchObject({ stdout: 'again\n' });
  });
});

describe.skipIf(!hasSandbox)('a sandbox as the confinement of commands', () => {
  it('wraps a command for the process service, explains what was refused, and releases its resources', async () => {
    await using box = testSandbox({ 'a.txt': 'one' });
    const processes = createProcesses();
    const wrapped = await box.sandbox.wrap({
      argv: ['bash', '-c', 'cat a.txt; echo "$NAME"; touch /usr/x; mkdir .vscode'],
      cwd: box.root,
      env: { NAME: 'value', GONE: undefined },
      profile: 'workspace-write',
      roots: [box.root],
    });
    if (!wrapped.ok) throw new Error(wrapped.error.message);
    const { command } = wrapped;
    const { file, args, env, inheritEnv = [] } = command;
    const ended = await processes.run(file, { args, env, inheritEnv, cwd: box.root });
    await command.dispose();
    expect(ended.stdout).toBe('onevalue\n');
    expect(command.explain?.(ended)).toContain('The sandbox refused a write');
    expect(command.explain?.(ended)).toContain('.vscode');
    expect(readdirSync(box.root).filter((name) => name === '.vscode')).toEqual([]);
    await processes.shutdown();
  });

  it('refuses an unknown profile', async () => {
    await using box = testSandbox();
    const request = { argv: ['true'], cwd: box.root, env: {}, roots: [box.root] };
    expect(await box.sandbox.wrap({ ...request, profile: 'off' })).toMatchObject({
      ok: false,
      error: { code: 'SANDBOX_PROFILE_UNKNOWN' },
    });
    expect(await box.sandbox.wrap({ ...request, profile: 'read-only', env: { LD_PRELOAD: 'x' } })).toMatchObject({
      ok: false,
      error: { code: 'ENVIRONMENT_NOT_ALLOWED' },
    });
  });
});
