import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BIN, STATE, runToolbox, type RunResult } from '../run-toolbox.ts';

// Each of these starts the program many times over, which takes a while on a busy machine.
describe('toolbox hooks', { timeout: 60_000 }, () => {
  let folder = '';
  let outside = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolbox-hooks-'));
    outside = await mkdtemp(join(tmpdir(), 'toolbox-hooks-own-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
    await rm(outside, { recursive: true });
  });

  const toolbox = (...args: string[]): Promise<RunResult> => runToolbox(args, { entry: BIN, cwd: folder });
  const guard = (toolPatterns: string[], command: string) =>
    JSON.stringify([{ name: 'guard', type: 'PreToolUse', toolPatterns, command }]);
  const WRITE = ['call', 'write_file', '{"path":"note","content":"hi"}'];

  it('check lists what would run for a tool and why', async () => {
    await writeFile(join(outside, 'hooks.json'), guard(['write_*'], './guard.sh'));
    const writes = await toolbox('hooks', 'check', join(outside, 'hooks.json'), 'write_file');
    expect(writes.code).toBe(0);
    expect(writes.stdout).toMatch(/✓ guard/);
    expect(writes.stdout).toMatch(/For write_file, 1 would run:\n● guard PreToolUse/);
    expect(writes.stdout).toContain('./guard.sh');
    const reads = await toolbox('hooks', 'check', join(outside, 'hooks.json'), 'read_file');
    expect(reads.stdout).toMatch(/Nothing would run for read_file\.\n○ guard/);
  });

  it('a hook that stops the work is told to the person', async () => {
    const stop = JSON.stringify({ cancel: true, errorMessage: 'out of budget' });
    const hook = { name: 'stop', type: 'PostToolUse', toolPatterns: ['*'], command: `echo '${stop}'` };
    await writeFile(join(outside, 'hooks.json'), JSON.stringify([hook]));
    const { code, stdout, stderr } = await toolbox(...WRITE, '--hooks', join(outside, 'hooks.json'));
    expect(code).not.toBe(0);
    expect(stderr).toContain('A hook stopped the work: out of budget');
    expect(stdout + stderr).toContain('HOOK_STOPPED');
  });

  it('check gives everything as JSON', async () => {
    await writeFile(join(outside, 'hooks.json'), guard(['*'], 'true'));
    const { stdout } = await toolbox('hooks', 'check', join(outside, 'hooks.json'), 'grep', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      hooks: [{ name: 'guard', type: 'PreToolUse' }],
      explained: [{ hook: 'guard', runs: true }],
    });
  });

  it('check refuses a file that cannot be used, and a tool that is not there', async () => {
    await writeFile(join(outside, 'bad.json'), '[{"name": 1}]');
    expect(await toolbox('hooks', 'check', join(outside, 'bad.json'))).toMatchObject({ code: 2 });
    expect(await toolbox('hooks', 'check', join(outside, 'none.json'))).toMatchObject({ code: 2 });
    await writeFile(join(outside, 'hooks.json'), guard(['*'], 'true'));
    const { code, stderr } = await toolbox('hooks', 'check', join(outside, 'hooks.json'), 'write_fil');
    expect(code).toBe(2);
    expect(stderr).toContain('write_file');
  });

  it('says how to trust hooks that lie in the workspace', async () => {
    const file = join(folder, 'hooks.json');
    await writeFile(file, guard(['write_*'], 'true'));
    const hint = new RegExp(`Once you have read it: .* trust hooks .*hooks\\.json`);
    expect((await toolbox('hooks', 'check', file)).stdout).toMatch(hint);
    expect((await toolbox(...WRITE, '--hooks', file)).stderr).toMatch(hint);
  });

  it('gives a hint that works when pasted, from another folder and for a name with blanks', async () => {
    const file = join(folder, "it's my hooks.json");
    await writeFile(file, guard(['write_*'], 'true'));
    const check = (): Promise<RunResult> =>
      runToolbox(['hooks', 'check', file, '--workspace', folder], { entry: BIN, cwd: outside });
    const [, command = ''] = /Once you have read it: (.*)/.exec((await check()).stdout) ?? [];
    const env = { PATH: process.env['PATH'], TOOLBOX_HOME: STATE };
    const pasted = await promisify(execFile)('sh', ['-c', command], { cwd: outside, env });
    expect(pasted.stdout).toContain('is trusted as it is now');
    expect((await check()).stdout).not.toContain('Once you have read it');
    await toolbox('trust', 'revoke');
    await rm(file);
  });

  it('shows what is in an untrusted file before it is trusted, and what runs from then on', async () => {
    await writeFile(join(folder, 'hooks.json'), guard(['write_*'], './guard.sh'));
    const before = await toolbox('hooks', 'check', 'hooks.json', 'write_file');
    expect(before.code).toBe(1);
    expect(before.stdout).toMatch(
      /Once it is trusted:\n✓ guard .*\n\nFor write_file, 1 would run:\n● guard [^]*\.\/guard\.sh/,
    );
    const trusted = await toolbox('trust', 'hooks', 'hooks.json');
    expect(trusted.stdout).toMatch(/✓ hooks:hooks\.json is trusted as it is now, .*\n {2}✓ guard .*\n$/);
    const after = await toolbox('hooks', 'check', 'hooks.json', 'write_file');
    expect(after).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Once it is trusted') as string });
    await toolbox('trust', 'revoke');
  });

  it('tells as JSON what was trusted and taken back', async () => {
    await writeFile(join(folder, 'hooks.json'), guard(['write_*'], 'true'));
    const trusted = await toolbox('trust', 'hooks', 'hooks.json', '--json');
    expect(JSON.parse(trusted.stdout)).toMatchObject({ trusted: [{ subject: 'hooks:hooks.json' }] });
    const { stdout } = await toolbox('trust', 'revoke', '--json');
    expect(JSON.parse(stdout)).toEqual({ revoked: 1 });
    const again = await toolbox('trust', 'revoke', '--json');
    expect({ ...again, stdout: JSON.parse(again.stdout) }).toEqual({ code: 1, stdout: { revoked: 0 }, stderr: '' });
  });

  it('a hook of --hooks can stop a call', async () => {
    await writeFile(
      join(outside, 'hooks.json'),
      guard(['write_*'], 'echo \'{"cancel": true, "errorMessage": "not on Mondays"}\''),
    );
    const { code, stderr } = await toolbox(...WRITE, '--hooks', join(outside, 'hooks.json'));
    expect(code).toBe(3);
    expect(stderr).toContain('not on Mondays');
    await expect(readFile(join(folder, 'note'))).rejects.toThrow('ENOENT');
  });

  it('a file in the workspace runs nothing until it is trusted, and again nothing once it is changed', async () => {
    const hooks = guard(['write_*'], 'touch ran');
    await writeFile(join(folder, 'hooks.json'), hooks);
    const ran = (): Promise<boolean> =>
      readFile(join(folder, 'ran')).then(
        () => true,
        () => false,
      );

    const untrusted = await toolbox(...WRITE, '--hooks', 'hooks.json', '--approve', 'all');
    expect(untrusted.code).toBe(0);
    expect(untrusted.stderr).toContain('not trusted');
    expect(await ran()).toBe(false);
    expect(await toolbox('hooks', 'check', 'hooks.json')).toMatchObject({ code: 1 });

    expect(await toolbox('trust', 'hooks', 'hooks.json')).toMatchObject({ code: 0 });
    expect((await toolbox('trust', 'list')).stdout).toContain('hooks:hooks.json');
    expect(await toolbox(...WRITE, '--hooks', 'hooks.json', '--approve', 'all')).toMatchObject({ code: 0 });
    expect(await ran()).toBe(true);

    await rm(join(folder, 'ran'));
    await writeFile(join(folder, 'hooks.json'), `${hooks} `);
    await toolbox(...WRITE, '--hooks', 'hooks.json', '--approve', 'all');
    expect(await ran()).toBe(false);
    expect(await toolbox('trust', 'revoke')).toMatchObject({ code: 0, stdout: 'Trust taken back: 1.\n' });
    expect(await toolbox('trust', 'revoke')).toMatchObject({ code: 1 });
  });
});
