import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BIN, STATE, runToolbox, type RunResult } from '../run-toolbox.ts';

// Each test starts the program several times, which takes a while on a busy machine.
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

  it('check lists the hooks that would run for a tool, and why', async () => {
    await writeFile(join(outside, 'hooks.json'), guard(['write_*'], './guard.sh'));
    const writes = await toolbox('hooks', 'check', join(outside, 'hooks.json'), 'write_file');
    expect(writes.code).toBe(0);
    expect(writes.stdout).toMatch(/✓ guard/);
    expect(writes.stdout).toMatch(/For write_file, 1 hook would run:\n● guard PreToolUse/);
    expect(writes.stdout).toContain('./guard.sh');
    const reads = await toolbox('hooks', 'check', join(outside, 'hooks.json'), 'read_file');
    expect(reads.stdout).toMatch(/No hook would run for read_file\.\n○ guard/);
  });

  it('a hook that stops the turn is shown to the person', async () => {
    const stop = JSON.stringify({ cancel: true, errorMessage: 'out of budget' });
    const hook = { name: 'stop', type: 'PostToolUse', toolPatterns: ['*'], command: `echo '${stop}'` };
    await writeFile(join(outside, 'hooks.json'), JSON.stringify([hook]));
    const { code, stdout, stderr } = await toolbox(...WRITE, '--hooks', join(outside, 'hooks.json'));
    expect(code).not.toBe(0);
    expect(stderr).toContain('A hook stopped the work: out of budget');
    expect(stdout + stderr).toContain('HOOK_STOPPED');
  });

  it('check prints everything as JSON', async () => {
    await writeFile(join(outside, 'hooks.json'), guard(['*'], 'true'));
    const { stdout } = await toolbox('hooks', 'check', join(outside, 'hooks.json'), 'grep', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      hooks: [{ name: 'guard', type: 'PreToolUse' }],
      explained: [{ hook: 'guard', runs: true }],
    });
  });

  it('check refuses an invalid file and an unknown tool', async () => {
    await writeFile(join(outside, 'bad.json'), '[{"name": 1}]');
    expect(await toolbox('hooks', 'check', join(outside, 'bad.json'))).toMatchObject({ code: 2 });
    expect(await toolbox('hooks', 'check', join(outside, 'none.json'))).toMatchObject({ code: 2 });
    await writeFile(join(outside, 'hooks.json'), guard(['*'], 'true'));
    const { code, stderr } = await toolbox('hooks', 'check', join(outside, 'hooks.json'), 'write_fil');
    expect(code).toBe(2);
    expect(stderr).toContain('write_file');
  });

  it('says how to trust hooks in the workspace', async () => {
    const file = join(folder, 'hooks.json');
    await writeFile(file, guard(['write_*'], 'true'));
    const hint = new RegExp(`To trust it after reading it: .* trust hooks .*hooks\\.json`);
    expect((await toolbox('hooks', 'check', file)).stdout).toMatch(hint);
    expect((await toolbox(...WRITE, '--hooks', file)).stderr).toMatch(hint);
  });

  it('shows a hint that works when pasted, from another folder and for a name with spaces', async () => {
    const file = join(folder, "it's my hooks.json");
    await writeFile(file, guard(['write_*'], 'true'));
    const check = (): Promise<RunResult> =>
      runToolbox(['hooks', 'check', file, '--workspace', folder], { entry: BIN, cwd: outside });
    const [, command = ''] = /To trust it after reading it: (.*)/.exec((await check()).stdout) ?? [];
    const env = { PATH: process.env['PATH'], TOOLBOX_HOME: STATE };
    const pasted = await promisify(execFile)('sh', ['-c', command], { cwd: outside, env });
    expect(pasted.stdout).toContain('is now trusted with its current content');
    expect((await check()).stdout).not.toContain('To trust it');
    await toolbox('trust', 'revoke');
    await rm(file);
  });

  it('shows the hooks of an untrusted file, and which would run once it is trusted', async () => {
    await writeFile(join(folder, 'hooks.json'), guard(['write_*'], './guard.sh'));
    const before = await toolbox('hooks', 'check', 'hooks.json', 'write_file');
    expect(before.code).toBe(1);
    expect(before.stdout).toMatch(
      /Once it is trusted:\n✓ guard .*\n\nFor write_file, 1 hook would run:\n● guard [^]*\.\/guard\.sh/,
    );
    const trusted = await toolbox('trust', 'hooks', 'hooks.json');
    expect(trusted.stdout).toMatch(
      /✓ hooks:hooks\.json is now trusted with its current content, .*\n {2}✓ guard .*\n$/,
    );
    const after = await toolbox('hooks', 'check', 'hooks.json', 'write_file');
    expect(after).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Once it is trusted') as string });
    await toolbox('trust', 'revoke');
  });

  it('prints as JSON what was trusted and revoked', async () => {
    await writeFile(join(folder, 'hooks.json'), guard(['write_*'], 'true'));
    const trusted = await toolbox('trust', 'hooks', 'hooks.json', '--json');
    expect(JSON.parse(trusted.stdout)).toMatchObject({ trusted: [{ subject: 'hooks:hooks.json' }] });
    const { stdout } = await toolbox('trust', 'revoke', '--json');
    expect(JSON.parse(stdout)).toEqual({ revoked: 1 });
    const again = await toolbox('trust', 'revoke', '--json');
    expect({ ...again, stdout: JSON.parse(again.stdout) }).toEqual({ code: 1, stdout: { revoked: 0 }, stderr: '' });
  });

  it('a hook of --hooks can cancel a call', async () => {
    await writeFile(
      join(outside, 'hooks.json'),
      guard(['write_*'], 'echo \'{"cancel": true, "errorMessage": "not on Mondays"}\''),
    );
    const { code, stderr } = await toolbox(...WRITE, '--hooks', join(outside, 'hooks.json'));
    expect(code).toBe(3);
    expect(stderr).toContain('not on Mondays');
    await expect(readFile(join(folder, 'note'))).rejects.toThrow('ENOENT');
  });

  it('hooks of a file in the workspace run only while its content is trusted', async () => {
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
    expect(await toolbox('trust', 'revoke')).toMatchObject({ code: 0, stdout: 'Trust revoked: 1.\n' });
    expect(await toolbox('trust', 'revoke')).toMatchObject({ code: 1 });
  });
});
