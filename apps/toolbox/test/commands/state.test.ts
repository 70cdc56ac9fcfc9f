import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownIdentity } from '@ku0/agent-runtime-tools-workspace';
import { afterAll, describe, expect, it } from 'vitest';
import { BIN, runToolbox } from '../run-toolbox.ts';

const base = mkdtempSync(join(tmpdir(), 'toolbox-state-test-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

async function run(home: string, ...args: string[]) {
  const { code, stdout, stderr } = await runToolbox(args, { entry: BIN, env: { TOOLBOX_HOME: join(base, home) } });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return stdout;
}

describe('toolbox state', () => {
  it('shows the stored data, and removes data of workspaces that are gone', async () => {
    const workspace = mkdtempSync(join(base, 'ws-'));
    const write = JSON.stringify({ path: 'a.txt', content: 'x' });
    await run('home', 'call', 'write_file', write, '--workspace', workspace, '--approve', 'all');
    const shown: unknown = JSON.parse(await run('home', 'state', '--json'));
    expect(shown).toMatchObject({
      folder: join(base, 'home'),
      workspaces: [{ roots: [workspace], isGone: false, changes: 1, artifacts: 0, unsettled: 0 }],
      locks: 0,
    });
    expect(await run('home', 'state')).toContain(`${workspace}\n`);
    expect(JSON.parse(await run('home', 'state', 'purge', '--gone', '--json'))).toMatchObject({ removed: [] });
    rmSync(workspace, { recursive: true });
    expect(JSON.parse(await run('home', 'state', 'purge', '--json'))).toMatchObject({ removed: [] });
    expect(await run('home', 'state', 'purge', '--gone', '--dry-run')).toMatch(/^would remove \w+\n/);
    expect(await run('home', 'state', 'purge', '--gone')).toMatch(/^removed \w+\n.* 0 B after\n$/s);
    expect(JSON.parse(await run('home', 'state', '--json'))).toMatchObject({ workspaces: [], bytes: 0 });
  }, 30_000);

  it('shows an empty list if there is no data', async () => {
    expect(JSON.parse(await run('none', 'state', '--json'))).toMatchObject({ workspaces: [], locks: 0, bytes: 0 });
  });

  it('shows and removes what is stored about MCP servers and running processes', async () => {
    const stored = (folder: string): string[] =>
      readdirSync(join(base, 'mcp', folder)).filter((name) => name !== 'locks' && name !== 'leases');
    const long = new Date(Date.now() - 100 * 24 * 60 * 60 * 1000);
    for (const folder of ['mcp-credentials', 'mcp-tools']) {
      mkdirSync(join(base, 'mcp', folder), { recursive: true });
      for (const name of ['old.json', 'new.json']) writeFileSync(join(base, 'mcp', folder, name), '{}');
      utimesSync(join(base, 'mcp', folder, 'old.json'), long, long);
    }
    mkdirSync(join(base, 'mcp', 'live'));
    const [url, token, workspace] = ['http://127.0.0.1:1', 't', '/w'];
    // No process has this number.
    const gone = {
      pid: 4_194_305,
      identity: ownIdentity.replace(`/${process.pid}/`, '/4194305/'),
      workspace,
      url,
      token,
    };
    writeFileSync(join(base, 'mcp', 'live', '4194305.json'), JSON.stringify(gone), { mode: 0o600 });

    expect(JSON.parse(await run('mcp', 'state', '--json'))).toMatchObject({
      mcp: { logins: 2, servers: 2 },
      running: [],
    });
    expect(await run('mcp', 'state', 'purge', '--dry-run')).toContain('would remove 1 logins at MCP servers\n');
    expect(stored('live')).toHaveLength(1);
    const purged: unknown = JSON.parse(await run('mcp', 'state', 'purge', '--json'));
    expect(purged).toMatchObject({ mcp: { credentials: { files: 2, removed: 1 }, tools: { removed: 1 } }, ended: 1 });
    expect([stored('mcp-credentials'), stored('mcp-tools'), stored('live')]).toEqual([['new.json'], ['new.json'], []]);
    expect(await run('mcp', 'state', 'purge', '--mcp')).toContain('removed 1 records of the tools of MCP servers\n');
    expect([stored('mcp-credentials'), stored('mcp-tools')]).toEqual([[], []]);
  }, 30_000);

  it('names a workspace that it does not know', async () => {
    const { code, stderr } = await runToolbox(['state', 'purge', 'nowhere']);
    expect(code).toBe(2);
    expect(stderr).toContain('There is no workspace with the id nowhere.');
  });

  it('suggests a subcommand for a mistyped one', async () => {
    const { code, stderr } = await runToolbox(['state', 'prge']);
    expect(code).toBe(2);
    expect(stderr).toContain('purge');
  });
});
