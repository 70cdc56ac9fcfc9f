import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { BIN, runToolbox, type RunResult } from '../run-toolbox.ts';

const base = mkdtempSync(join(tmpdir(), 'toolbox-trusted-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let own = '';
let project = '';
beforeEach(() => {
  own = mkdtempSync(join(base, 'own-'));
  project = mkdtempSync(join(base, 'project-'));
  writeFileSync(join(project, 'a.txt'), 'old\n');
});

const run = (...args: string[]): Promise<RunResult> =>
  runToolbox(args, { entry: BIN, cwd: project, env: { TOOLBOX_CONFIG: own } });
const configure = (config: object): void => writeFileSync(join(project, 'toolbox.config.json'), JSON.stringify(config));

const OVERWRITE = JSON.stringify({ path: 'a.txt', content: 'new\n' });

const SPEC = `tools:
  - name: count_lines
    description: Count the lines of a file
    tool_type: shell
    input_schema: {type: object, properties: {path: {type: string}}, required: [path]}
    implementation_config: {command: 'wc -l {path}', output: text}
`;

describe('the configuration of a trusted project', () => {
  it('allows calls and runs its hooks, until it is changed', async () => {
    const hook = { name: 'mark', type: 'PreToolUse', toolPatterns: ['*'], command: 'touch hook-ran' };
    writeFileSync(join(project, 'hooks.json'), JSON.stringify([hook]));
    configure({ permissions: { allow: ['Edit(a.txt)'] }, hooks: 'hooks.json' });
    const trusted = await run('trust', 'config', '--json');
    expect(JSON.parse(trusted.stdout)).toMatchObject({
      trusted: [{ subject: 'config:toolbox.config.json' }, { subject: 'hooks:hooks.json' }],
    });
    expect(await run('call', 'write_file', OVERWRITE)).toMatchObject({ code: 0 });
    expect(readFileSync(join(project, 'a.txt'), 'utf8')).toBe('new\n');
    expect(existsSync(join(project, 'hook-ran'))).toBe(true);

    configure({ permissions: { allow: ['Edit(a.txt)', 'Bash'] }, hooks: 'hooks.json' });
    const { code, stderr } = await run('call', 'write_file', OVERWRITE);
    expect({ code, stderr }).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('do not count: hooks, permissions.allow'),
    });
    const shown: unknown = JSON.parse((await run('trust', '--json')).stdout);
    expect(shown).toMatchObject({ untrusted: [{ subject: 'config:toolbox.config.json', command: 'trust config' }] });
  }, 60_000);

  it('cannot lift what the person’s own configuration denies', async () => {
    writeFileSync(join(own, 'toolbox.config.yaml'), 'permissions: { deny: ["Edit(a.txt)"] }\n');
    configure({ permissions: { allow: ['Edit(a.txt)'] } });
    await run('trust', 'config');
    expect(await run('call', 'write_file', OVERWRITE)).toMatchObject({ code: 3 });
  }, 30_000);

  it('brings the tools of specs, which lose its trust when they change', async () => {
    mkdirSync(join(project, 'tools'));
    writeFileSync(join(project, 'tools', 'count.yaml'), SPEC);
    configure({ specs: { sources: [{ files: 'tools/*.yaml' }] } });
    await run('trust', 'config');
    expect((await run('describe', 'count_lines')).stdout).toContain('Count the lines of a file');
    const count = ['call', 'count_lines', '{"path": "a.txt"}', '--approve', 'all'];
    expect((await run(...count)).stdout).toBe('1 a.txt\n');
    writeFileSync(join(project, 'tools', 'more.yaml'), SPEC.replace('count_lines', 'count_more'));
    const after = await run(...count);
    expect(after).toMatchObject({ code: 2 });
    expect(after.stderr).toContain('a file that it names has changed since it was trusted');
  }, 60_000);

  it('starts its MCP servers, and none whose script has changed', async () => {
    const script = `import { main } from ${JSON.stringify(join(import.meta.dirname, '..', '..', 'dist', 'main.js'))};\nmain();\n`;
    writeFileSync(join(project, 'server.mjs'), script);
    const inner = { command: process.execPath, args: ['server.mjs', 'mcp', '--families', 'files'] };
    configure({ mcpServers: { inner } });
    await run('trust', 'config');
    const call = ['call', 'inner__read_file', '{"path": "a.txt"}', '--approve', 'all', '--families', 'files'];
    expect((await run(...call)).stdout).toContain('old');
    writeFileSync(join(project, 'server.mjs'), `${script}// changed\n`);
    expect(await run(...call)).toMatchObject({ code: 2 });
  }, 60_000);

  it('is tested and explained with its rules', async () => {
    configure({
      permissions: { allow: ['Bash(git log *)'], deny: ['Edit(a.txt)'] },
      tests: [
        { call: 'git log -1', expect: 'approve' },
        { call: 'git push', expect: 'approve' },
      ],
    });
    const tested = await run('policy', 'test');
    expect(tested).toMatchObject({ code: 1, stdout: expect.stringContaining('1 passed, 1 failed') });
    expect(tested.stdout).toContain('"git push" should be approve, but is ask');
    // Rules whose own tests fail are refused.
    expect(await run('policy', 'explain', 'bash', '{"command": "git log -1"}')).toMatchObject({ code: 2 });

    configure({ permissions: { allow: ['Bash(git log *)'], deny: ['Edit(a.txt)'] } });
    expect(await run('policy', 'explain', 'write_file', OVERWRITE)).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/^deny write_file by Edit\(a\.txt\)/),
    });
    const before = await run('policy', 'explain', 'bash', '{"command": "git log -1"}');
    expect(before).toMatchObject({ code: 3, stderr: expect.stringContaining('trust config') });
    await run('trust', 'config');
    const after = await run('policy', 'explain', 'bash', '{"command": "git log -1"}');
    expect(after).toMatchObject({ code: 0, stdout: expect.stringMatching(/^approve bash by Bash\(git log \*\)/) });
  }, 60_000);
});

describe('toolbox trust', () => {
  it('trusts the servers of .mcp.json, and says what there is to trust', async () => {
    expect((await run('trust', 'mcp')).stderr).toContain('There is no .mcp.json');
    expect((await run('trust', 'config')).stderr).toContain('There is no configuration');
    writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers: { docs: { command: 'docs-server' } } }));
    expect((await run('trust')).stdout).toContain('mcp:.mcp.json is not trusted as it is now');
    expect(JSON.parse((await run('trust', 'mcp', '--json')).stdout)).toMatchObject({
      trusted: [{ subject: 'mcp:.mcp.json' }],
      servers: ['docs'],
    });
    expect((await run('trust')).stdout).not.toContain('is not trusted');
  }, 30_000);
});
