import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTrustStore } from '@ku0/agent-runtime-tools-workspace';
import { describe, expect, it } from 'vitest';
import { connectServers, readProjectServers } from '../../src/index.ts';
import { connected, temporaryFolder } from './fixtures/connected.ts';

function project() {
  const workspace = temporaryFolder();
  const trust = createTrustStore({ file: join(temporaryFolder(), 'trust.json') });
  const started = join(workspace, 'started');
  writeFileSync(
    join(workspace, 'server.mjs'),
    `import { writeFileSync } from 'node:fs'; writeFileSync('started', 'x');\n`,
  );
  const config = { mcpServers: { own: { command: process.execPath, args: ['./server.mjs'] } } };
  writeFileSync(join(workspace, '.mcp.json'), JSON.stringify(config));
  return { workspace, trust, started };
}

describe('the servers of a project', () => {
  it('are not started before a person trusts exactly them', async () => {
    const { workspace, trust, started } = project();
    const found = await readProjectServers({ workspace, trust });
    expect(found).toMatchObject({ kind: 'untrusted', subject: { subject: 'mcp:.mcp.json' } });
    expect(existsSync(started)).toBe(false);
    if (found.kind !== 'untrusted') return;
    await trust.trust(found.subject);
    const trusted = await readProjectServers({ workspace, trust });
    if (trusted.kind !== 'trusted') throw new Error(trusted.kind);
    await connected(trusted.config.mcpServers, { project: trusted.project, maxRestarts: 0, startTimeoutMs: 20_000 });
    expect(existsSync(started)).toBe(true);
  });

  it('are untrusted again when the file or a script that it names changes, also between two starts', async () => {
    const { workspace, trust, started } = project();
    const found = await readProjectServers({ workspace, trust });
    if (found.kind !== 'untrusted') throw new Error(found.kind);
    await trust.trust(found.subject);
    const trusted = await readProjectServers({ workspace, trust });
    if (trusted.kind !== 'trusted') throw new Error(trusted.kind);
    writeFileSync(join(workspace, 'server.mjs'), 'process.exit(1);\n');
    expect(await readProjectServers({ workspace, trust })).toMatchObject({ kind: 'untrusted' });
    const { servers } = await connected(trusted.config.mcpServers, { project: trusted.project, maxRestarts: 0 });
    expect(servers.list()[0]?.problem).toContain('is not the one that was trusted');
    expect(existsSync(started)).toBe(false);
  });

  it('need trust by themselves if others are connected with them', async () => {
    const { workspace, started } = project();
    const mark = join(workspace, 'person-started');
    const script = `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'x')`;
    const { servers } = await connected(
      {
        theirs: { command: process.execPath, args: ['./server.mjs'] },
        mine: { command: process.execPath, args: ['-e', script] },
      },
      { project: { folder: workspace, servers: ['theirs'], isStillTrusted: async () => false }, maxRestarts: 0 },
    );
    const problems = new Map(servers.list().map(({ name, problem }) => [name, problem]));
    expect(problems.get('theirs')).toContain('is not the one that was trusted');
    expect(problems.get('mine')).not.toContain('trusted');
    expect([existsSync(started), existsSync(mark)]).toEqual([false, true]);
  });

  it('are none without a file, and unusable if the file is no configuration', async () => {
    const workspace = temporaryFolder();
    const trust = createTrustStore({ file: join(temporaryFolder(), 'trust.json') });
    expect(await readProjectServers({ workspace, trust })).toEqual({ kind: 'none' });
    writeFileSync(join(workspace, '.mcp.json'), '{');
    expect(await readProjectServers({ workspace, trust })).toMatchObject({ kind: 'unusable' });
  });
});

describe('a configuration', () => {
  it.each([
    [{ command: '' }, 'needs a command or a url'],
    [{ command: 'a', url: 'https://a.test' }, 'a command and a url'],
    [{ command: 'a', args: 'b' }, 'args are not a list'],
    [{ command: 'a', env: { A: 1 } }, 'env must be texts'],
    [{ url: 'ftp://a.test' }, 'no http or https address'],
    [{ url: 'https://user:password@a.test' }, 'user name or a password'],
    [{ url: 'https://a.test', type: 'carrier-pigeon' }, 'is not known'],
    [{ command: '${MISSING}' }, 'which has no value'],
    [{ command: 'a', callTimeoutMs: -1 }, 'callTimeoutMs'],
  ])('with the faulty server %j says what is wrong, and never rejects', async (server, problem) => {
    const { servers } = await connected({ faulty: server as never });
    expect(servers.list()).toMatchObject([
      { name: 'faulty', state: 'failed', problem: expect.stringContaining(problem) },
    ]);
  });

  it.each(['a__b', 'p\u0430ypal', 'bell\u0007', ''])('cannot have a server called %j', async (name) => {
    const { servers } = await connected({ [name]: { command: 'a' } });
    expect(servers.list()[0]).toMatchObject({ state: 'failed', problem: expect.stringContaining('name') });
  });

  it('that is none is a mistake of the host', async () => {
    await expect(connectServers({} as never)).rejects.toThrow(TypeError);
  });

  it('may disable a server, and names an unknown program', async () => {
    const { servers } = await connected(
      { off: { command: 'x', disabled: true }, missing: { command: 'no-such-program-here' } },
      { maxRestarts: 0 },
    );
    expect(servers.list()).toMatchObject([
      { name: 'missing', state: 'failed', problem: expect.stringContaining('no-such-program-here') },
      { name: 'off', state: 'disabled' },
    ]);
  });

  it('may not set variables that make programs load code', async () => {
    const config = { loader: { command: process.execPath, env: { LD_PRELOAD: '/tmp/x.so' } } };
    const { servers } = await connected(config, { maxRestarts: 0 });
    expect(servers.list()[0]).toMatchObject({ state: 'failed', problem: expect.stringContaining('LD_PRELOAD') });
  });
});
