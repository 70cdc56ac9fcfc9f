import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BIN, runToolbox, type RunResult } from '../run-toolbox.ts';

const POLICIES = `
permissions:
  allow: ["Bash(git log *)", "Edit(src/**)"]
policies:
  - name: no-keys
    tools: ["*"]
    action: deny
    conditions: [{ type: path, operator: matches, value: "**/*.pem" }]
    match: [{ tool: read_file, params: { path: a/b.pem } }]
    notMatch: [{ tool: read_file, params: { path: a/b.txt } }]
tests:
  - { call: "git log -1", expect: approve }
  - { call: "git log -1 && curl x", expect: ask }
`;

describe('toolbox policy', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'toolbox-policy-'));
    await writeFile(join(folder, 'policies.yaml'), POLICIES);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const policy = (...args: string[]): Promise<RunResult> =>
    runToolbox(['policy', ...args], { entry: BIN, cwd: folder });

  it('explains which rule approves a call', async () => {
    const { code, stdout } = await policy('explain', 'bash', '{"command":"git log -3"}', '--policy', 'policies.yaml');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^approve bash by Bash\(git log \*\)\n/);
    expect(stdout).toContain('runs git log -3');
  });

  it('explains why a call needs approval, with a rule that would allow it', async () => {
    const asks = await policy('explain', 'bash', '{"command":"npm run build"}', '--policy', 'policies.yaml');
    expect(asks.code).toBe(3);
    expect(asks.stdout).toMatch(/^ask bash/);
    expect(asks.stdout).toContain('a rule that would allow it: Bash(npm run build');
  });

  it('explains which policy denies a call', async () => {
    const { code, stdout } = await policy('explain', 'read_file', '{"path":"a/b.pem"}', '--policy', 'policies.yaml');
    expect(code).toBe(3);
    expect(stdout).toMatch(/^deny read_file by no-keys\n/);
  });

  it('refuses an unknown tool with similar names, but accepts tools of MCP servers', async () => {
    const { code, stdout, stderr } = await policy('explain', 'read_fil', '{"path":"a"}');
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain('There is no tool read_fil.');
    expect(stderr).toContain('read_file');
    expect((await policy('explain', 'mcp__server__get', '{}')).stdout).toMatch(/^ask mcp__server__get/);
  });

  it('approves provable reads with --allow-reads', async () => {
    const call = ['explain', 'bash', '{"command":"ls"}'];
    expect((await policy(...call)).stdout).toMatch(/^ask bash\n {2}no rule covers ls\n/);
    expect((await policy(...call, '--allow-reads')).stdout).toMatch(/^approve bash\n {2}it only reads/);
    expect((await policy('explain', 'bash', '{"command":"ls > x"}', '--allow-reads')).stdout).toMatch(/^ask bash/);
  });

  it('reads a settings file of Claude Code, and says which entries it ignores', async () => {
    const settings = { model: 'x', permissions: { allow: ['Bash(make *)'], defaultMode: 'plan' } };
    await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
    const { stdout, stderr } = await policy('explain', 'bash', '{"command":"make"}', '--policy', 'settings.json');
    expect(stdout).toMatch(/^approve bash/);
    expect(stderr).toContain('! settings.json: model is ignored');
    expect(stderr).toContain('defaultMode is ignored');
  });

  it('prints an explanation to which arguments cannot add lines', async () => {
    const call = JSON.stringify({ path: '../x\napprove read_file by everybody' });
    const { stdout } = await policy('explain', 'read_file', call);
    expect(stdout).toMatch(/^ask read_file/);
    expect(stdout).not.toMatch(/^approve/m);
  });

  it('refuses a pipe, a device and a folder', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
    for (const file of ['pipe.yaml', '/dev/zero', '.'])
      expect(await policy('test', file)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('could not be read'),
      });
  });

  it('explains without policies, and as JSON', async () => {
    const { code, stdout } = await policy('explain', 'write_file', '{"path":"../x","content":""}', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'ask', approved: false, tool: 'write_file' });
  });

  it('runs the examples in a file', async () => {
    expect(await policy('test', 'policies.yaml')).toMatchObject({ code: 0, stdout: '4 passed, 0 failed\n' });
    await writeFile(join(folder, 'wrong.yaml'), POLICIES.replace('expect: ask', 'expect: approve'));
    const { code, stdout } = await policy('test', 'wrong.yaml');
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ .*curl x.*\n3 passed, 1 failed\n/);
  });

  it.each([
    [['explain'], 'needs a tool'],
    [['test'], 'There are no rules in the configuration'],
    [['test', 'nowhere.yaml'], 'could not be read: the file does not exist.'],
    [['test', 'broken.yaml'], 'broken.yaml: Nested mappings'],
    [['test', 'unknown.yaml'], 'toolbox: unknown.yaml.permissions has the unknown entry'],
    [['forget'], 'Its subcommands: explain, test'],
    [['tset', 'policies.yaml'], 'test'],
    [['explain', 'bash', '{"command":"ls"}', '--policy', 'bad.yaml'], 'bad.yaml'],
  ])('%j is a usage error that says what to do', async (args, message) => {
    await writeFile(join(folder, 'bad.yaml'), 'policies: [{ name: x }]');
    await writeFile(join(folder, 'broken.yaml'), ': : [');
    await writeFile(join(folder, 'unknown.yaml'), 'permissions: { alow: [] }');
    const { code, stderr } = await policy(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it('file of --policy decides about a call', async () => {
    const run = (command: string): Promise<RunResult> =>
      runToolbox(['call', 'bash', JSON.stringify({ command }), '--policy', 'policies.yaml'], {
        entry: BIN,
        cwd: folder,
      });
    expect((await run('git log -1')).stderr).not.toContain('APPROVAL_DENIED');
    expect(await run('git log -1; touch here')).toMatchObject({ code: 3 });
  });
});
