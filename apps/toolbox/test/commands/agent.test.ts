import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPTION_NAMES } from '@ku0/agent';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { COMMANDS } from '../../src/commands/commands.ts';
import { BIN, runToolbox, type RunResult } from '../run-toolbox.ts';

const base = mkdtempSync(join(tmpdir(), 'toolbox-agent-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let own = '';
let folder = '';
beforeEach(() => {
  own = mkdtempSync(join(base, 'own-'));
  folder = mkdtempSync(join(base, 'folder-'));
  writeFileSync(join(folder, 'a.txt'), 'old\n');
});

interface Request {
  readonly tools: readonly { readonly function: { readonly name: string } }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

/** An endpoint whose model makes these calls, one in each answer, until the test ends. */
async function endpoint(
  ...calls: readonly (readonly [name: string, args: object])[]
): Promise<{ url: string; requests: Request[] }> {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      requests.push(JSON.parse(body) as Request);
      const [name, args] = calls[requests.length - 1] ?? ['attempt_completion', { result: 'All done.' }];
      const call = {
        index: 0,
        id: `call-${requests.length}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(args) },
      };
      const chunk = (delta: object, finish: string | null) =>
        `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`${chunk({ tool_calls: [call] }, null)}${chunk({}, 'tool_calls')}data: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

const run = (url: string, ...args: string[]): Promise<RunResult> =>
  runToolbox(['agent', '--model', 'm', '--base-url', url, ...args], {
    entry: BIN,
    cwd: folder,
    env: { TOOLBOX_CONFIG: own },
  });

const WRITE = ['write_file', { path: 'a.txt', content: 'new\n' }] as const;

describe('toolbox agent', { timeout: 30_000 }, () => {
  it('works with the tools and the rules of the configuration', async () => {
    writeFileSync(
      join(own, 'toolbox.config.yaml'),
      'families: { web: false }\npermissions: { allow: ["Edit(a.txt)"] }\n',
    );
    const { url, requests } = await endpoint(WRITE);
    const { code, stdout } = await run(url, 'Change', 'the file.');
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('All done.') });
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('new\n');
    const names = requests[0]?.tools.map((tool) => tool.function.name) ?? [];
    expect(names).toContain('write_file');
    expect(names).not.toContain('web_fetch');
    expect(JSON.stringify(requests[0]?.messages)).toContain('Change the file.');
  });

  it('takes rules on the command line, several of a kind, and prints events for programs', async () => {
    const { url } = await endpoint(WRITE);
    const rules = ['--allow', 'Edit(a.txt)', '--allow', 'Bash(ls)', '--deny', 'Edit(b.txt)', '--deny', 'Edit(a.txt)'];
    const { code, stdout } = await run(url, ...rules, '--json', 'Change it.');
    expect(code).toBe(0);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events.at(-1)).toMatchObject({ type: 'end', outcome: 'completed' });
    // A rule that denies counts before one that allows.
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old\n');
  });

  it('says what is missing or mistaken', async () => {
    const unconfigured = await runToolbox(['agent', 'Hello'], { entry: BIN, cwd: folder });
    expect(unconfigured).toMatchObject({ code: 2, stderr: expect.stringContaining('--model NAME') });
    const { url } = await endpoint();
    expect((await run(url, '--modle', 'x')).stderr).toContain('Did you mean --mode or --model?');
    writeFileSync(join(own, 'toolbox.config.yaml'), 'familes: {}\n');
    expect(await run(url, 'Hello')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean families?'),
    });
  });

  it('has every option of the agent', () => {
    const known = Object.keys(COMMANDS.find(({ name }) => name === 'agent')?.options ?? {});
    // The toolbox says --workspace, and has its own help.
    const missing = OPTION_NAMES.filter((name) => !known.includes(name) && name !== 'folder' && name !== 'help');
    expect(missing).toEqual([]);
  });
});
