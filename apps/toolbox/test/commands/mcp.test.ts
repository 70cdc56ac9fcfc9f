import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { BIN, runToolbox, STATE } from '../run-toolbox.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'toolbox-mcp-'));
writeFileSync(join(folder, 'note.txt'), 'hello from the workspace\n');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The configurations in the README: for standard input and output, and for HTTP. */
const [stdioConfig = '', httpConfig = ''] = [
  ...readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8').matchAll(/^```json\n([\s\S]*?)^```/gm),
].map(([, json = '']) => json);

const inspector = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);

/** Runs the command line of the MCP inspector with a configuration and returns what it prints. */
function inspect(config: string, args: readonly string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const file = join(folder, 'mcp.json');
  writeFileSync(file, config);
  const words = [inspector, '--cli', '--config', file, '--server', 'toolbox', ...args];
  const env = { ...process.env, TOOLBOX_HOME: STATE, HOME: STATE, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  return new Promise((resolve) => {
    execFile(process.execPath, words, { env, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

async function expectToListAndCall(config: string): Promise<void> {
  const listed = await inspect(config, ['--method', 'tools/list']);
  expect(listed.code, listed.stderr).toBe(0);
  const { tools } = JSON.parse(listed.stdout) as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['read_file', 'grep', 'bash', 'web_fetch']));
  const called = await inspect(config, [
    '--method',
    'tools/call',
    '--tool-name',
    'read_file',
    '--tool-arg',
    'path=note.txt',
  ]);
  expect(called.code, called.stderr).toBe(0);
  expect(called.stdout).toContain('hello from the workspace');
  const denied = await inspect(config, [
    '--method',
    'tools/call',
    '--tool-name',
    'bash',
    '--tool-arg',
    'command=touch x.txt',
  ]);
  expect(denied.stdout + denied.stderr).toContain('APPROVAL_DENIED');
}

/** Starts the HTTP server and resolves to its URL once it listens. */
async function startHttp(args: readonly string[], env: Record<string, string> = {}): Promise<HttpToolbox> {
  const child = spawn(process.execPath, [BIN, 'mcp', '--http', '0', '--workspace', folder, ...args], {
    env: { ...process.env, TOOLBOX_HOME: STATE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const found = /at (http:\S+)\n.+\n/.exec(text)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on('close', () => reject(new Error(text)));
  });
  return { child, url, stderr: text };
}

interface HttpToolbox {
  readonly child: ChildProcess;
  readonly url: string;
  readonly stderr: string;
}

describe('toolbox mcp', () => {
  it(
    'serves the MCP inspector over standard input and output, with the configuration in the README',
    { timeout: 60_000 },
    async () => {
      await expectToListAndCall(
        stdioConfig
          .replace('"node"', JSON.stringify(process.execPath))
          .replace('/path/to/agent-runtime-tools', root)
          .replace('/path/to/project', folder),
      );
    },
  );

  it('serves the MCP inspector over HTTP, with the configuration in the README', { timeout: 60_000 }, async () => {
    const { url, child, stderr } = await startHttp([]);
    const token = /Bearer (\S+)/.exec(stderr)?.[1] ?? '';
    await expectToListAndCall(httpConfig.replace('http://127.0.0.1:7890/mcp', url).replace('TOKEN', token));
    const ended = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('takes the token from the environment, and does not print it', async () => {
    const { url, stderr } = await startHttp([], { TOOLBOX_MCP_TOKEN: 'a-token-of-mine' });
    expect(stderr).not.toContain('a-token-of-mine');
    const request = (token: string) => fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
    expect((await request('wrong')).status).toBe(401);
    expect((await request('a-token-of-mine')).status).not.toBe(401);
  });

  it('gives its address and token to a program as JSON, over HTTP only', async () => {
    const { code, stdout } = await runToolbox(['mcp', '--http', '0', '--json'], {
      entry: BIN,
      when: { shows: '\n', act: (child) => child.kill('SIGTERM') },
    });
    expect(code).toBe(0);
    const served: unknown = JSON.parse(stdout);
    expect(served).toMatchObject({
      url: expect.stringMatching(/^http:.*\/mcp$/),
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    const refused = await runToolbox(['mcp', '--json']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('mcp --http 0 --json');
  });

  it('asks the person at the client for approval, and ends with the client', async () => {
    const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } });
    const asked: string[] = [];
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return { action: 'accept' as const, content: { approve: true } };
    });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [BIN, 'mcp', '--workspace', folder],
      env: { TOOLBOX_HOME: STATE, PATH: process.env['PATH'] ?? '' },
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect(client.getServerVersion()).toMatchObject({ name: 'toolbox' });
    expect(client.getInstructions()).toContain(folder);
    await client.callTool({ name: 'bash', arguments: { command: 'echo made over MCP > made.txt' } });
    expect(asked[0]).toContain('made.txt');
    expect(readFileSync(join(folder, 'made.txt'), 'utf8')).toBe('made over MCP\n');
    const { pid } = transport;
    await client.close();
    await expect.poll(() => isRunning(pid ?? 0), { timeout: 10_000 }).toBe(false);
  });

  it('refuses what is no port, and a folder that does not exist', async () => {
    for (const port of ['web', '-1', '70000', '80.5'])
      expect(await runToolbox(['mcp', `--http=${port}`])).toMatchObject({ code: 2, stdout: '' });
    expect(await runToolbox(['mcp', '--workspace', join(folder, 'none')])).toMatchObject({ code: 2, stdout: '' });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
