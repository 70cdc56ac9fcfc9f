import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { BIN, runInTerminal, runToolbox } from '../run-toolbox.ts';

describe('toolbox start', () => {
  it('lists the tools, makes a real call and suggests further commands where nobody reads an address', async () => {
    const { code, stdout, stderr } = await runToolbox(['start'], { entry: BIN, env: { npm_lifecycle_event: 'start' } });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('The Studio is not started: standard output is not a terminal');
    expect(stdout).toMatch(/Agent runtime tools \d+ tools? in \d+ packs?\n/);
    expect(stdout).toMatch(/\$ npm run toolbox -- call \w+ '\{.*\}'\n/);
    expect(stdout).toMatch(/✓ \w+ [\d.]+ m?s\n/);
    expect(stdout).toContain('  npm run toolbox -- --help\n');
    expect(stdout).toMatch(/ {2}npm run --silent toolbox -- call .* --json\n/);
    expect(stdout).not.toContain('\u001B');
  });

  it('suggests commands that work', async () => {
    const { stdout } = await runToolbox(['start'], { entry: BIN, env: { npm_lifecycle_event: 'start' } });
    const suggested = [...stdout.matchAll(/^ {2}npm run (?:--silent )?toolbox -- (.*)$/gm)].map(
      ([, command = '']) => command,
    );
    expect(suggested).toHaveLength(4);
    for (const command of suggested) {
      const args = Array.from(command.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '');
      expect(await runToolbox(args, { entry: BIN })).toMatchObject({ code: 0 });
    }
  });

  it('serves the Studio and an MCP endpoint on a terminal, prints both addresses, and ends with Ctrl-C', async () => {
    const { code, stdout } = await runInTerminal(['start'], {
      entry: BIN,
      when: { shows: 'Ctrl-C', act: (child) => child.stdin?.write('\u0003') },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]{43}/);
    expect(stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
    expect(stdout).toMatch(/Authorization: Bearer [\w-]{43}/);
  });

  it('serves without a terminal if a port is given, until a signal arrives', async () => {
    const { code, stdout } = await runToolbox(['start', '--port', '0'], {
      entry: BIN,
      when: { shows: 'Ctrl-C', act: (child) => child.kill('SIGTERM') },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Studio {2}http:\/\/127\.0\.0\.1:\d+/m);
  });

  it('gives its addresses and tokens to a program as JSON, or says why it does not serve', async () => {
    const { code, stdout } = await runToolbox(['start', '--json'], {
      entry: BIN,
      when: { shows: '\n', act: (child) => child.kill('SIGTERM') },
    });
    expect(code).toBe(0);
    const { studio, mcp, tools } = JSON.parse(stdout) as {
      studio: { url: string; address: string; token: string };
      mcp: { url: string; token: string };
      tools: number;
    };
    expect(studio.address).toBe(`${studio.url}/#token=${studio.token}`);
    expect(mcp.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    expect(mcp.token).not.toBe(studio.token);
    expect(tools).toBeGreaterThan(10);

    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const refused = await runToolbox(['start', '--json', '--port', port], { entry: BIN });
    taken.close();
    expect(refused).toMatchObject({ code: 1 });
    expect(JSON.parse(refused.stdout)).toEqual({ served: false, problem: `the port ${port} is in use` });
  }, 30_000);

  it('has another token for MCP clients, so that they cannot approve their own calls', async () => {
    let answer: Response | undefined;
    let asked: Promise<void> = Promise.resolve();
    await runToolbox(['start', '--port', '0'], {
      entry: BIN,
      when: {
        shows: 'Ctrl-C',
        act: (child, shown) => {
          const [, url = '', mcpToken = ''] = /(http:\S+)\/#token[\s\S]*Bearer (\S+)/.exec(shown) ?? [];
          const headers = { authorization: `Bearer ${mcpToken}` };
          asked = fetch(`${url}/api/approvals`, { headers }).then((response) => {
            answer = response;
            child.kill('SIGTERM');
          });
        },
      },
    });
    await asked;
    expect(answer?.status).toBe(401);
  });

  it('says which port is in use, and lists the tools instead', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      for (const option of ['--port', '--mcp-port']) {
        const args = option === '--port' ? [option, String(port)] : ['--port', '0', option, String(port)];
        const { code, stdout } = await runToolbox(['start', ...args], { entry: BIN });
        expect(code).toBe(0);
        expect(stdout).toContain(`The Studio is not started: the port ${port} is in use.`);
        expect(stdout).toMatch(/Agent runtime tools \d+ tools/);
      }
    } finally {
      taken.close();
    }
  });

  it('refuses a port that is none', async () => {
    const { code, stderr } = await runToolbox(['start', '--port', '70000'], { entry: BIN });
    expect(code).toBe(2);
    expect(stderr).toContain('--port needs a port between 0 and 65535');
  });
});
