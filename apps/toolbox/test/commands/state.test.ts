import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('suggests a subcommand for a mistyped one', async () => {
    const { code, stderr } = await runToolbox(['state', 'prge']);
    expect(code).toBe(2);
    expect(stderr).toContain('purge');
  });
});
