import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { LogFile } from '../../src/telemetry/log-file.ts';
import { BIN, runToolbox, type RunOptions, type RunResult } from '../run-toolbox.ts';

const base = mkdtempSync(join(tmpdir(), 'toolbox-telemetry-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let own = '';
let project = '';
beforeEach(() => {
  own = mkdtempSync(join(base, 'own-'));
  project = mkdtempSync(join(base, 'project-'));
});

const run = (args: readonly string[], options: RunOptions = {}): Promise<RunResult> =>
  runToolbox(args, { entry: BIN, cwd: project, env: { TOOLBOX_CONFIG: own }, ...options });
const configure = (telemetry: object): void =>
  writeFileSync(join(own, 'toolbox.config.json'), JSON.stringify({ telemetry }));

const CALL = ['call', 'list_directory', '{"path": "."}'];

describe('the telemetry of a configuration', () => {
  it('writes lines of JSON into a file that only its owner can read', async () => {
    configure({ logs: { to: 'logs/calls.log', level: 'debug' } });
    expect(await run(CALL)).toMatchObject({ code: 0 });
    const file = join(own, 'logs', 'calls.log');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const events = lines.map((line) => (JSON.parse(line) as { event: string }).event);
    expect(events).toEqual(expect.arrayContaining(['tool_call_start', 'tool_call_end']));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('writes lines on standard output, but not where a program reads it', async () => {
    configure({ logs: { to: 'stdout' } });
    expect((await run(CALL)).stdout).toContain('"event":"tool_call_end"');
    const { stdout, stderr } = await run([...CALL, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(stderr).toContain('"event":"tool_call_end"');
  });

  it('serves metrics for Prometheus while a server runs, to this machine only', async () => {
    configure({ prometheus: { port: 0 } });
    let asked: Promise<void> = Promise.resolve();
    let found = { text: '', other: 0 };
    const ask = async (url: string): Promise<void> => {
      const text = await (await fetch(url)).text();
      // As a page would ask whose name points here.
      const { request } = await import('node:http');
      const other = await new Promise<number>((resolve, reject) => {
        const sent = request(url, { headers: { host: 'example.com' } }, (response) =>
          resolve(response.resume().statusCode ?? 0),
        );
        sent.on('error', reject).end();
      });
      found = { text, other };
    };
    const { code } = await run(['mcp', '--http', '0'], {
      when: {
        shows: 'Bearer',
        act: (child, shown) => {
          const [, url = ''] = /Metrics at (\S+)/.exec(shown) ?? [];
          asked = ask(url).finally(() => child.kill('SIGTERM'));
        },
      },
    });
    await asked;
    expect(code).toBe(0);
    expect(found.text).toContain('agent_tool_calls_in_flight 0');
    expect(found.other).toBe(403);
  }, 30_000);

  it('sends spans and metrics to a collector before it ends', async () => {
    const received: { readonly path: string; readonly text: string; readonly key: unknown }[] = [];
    const collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({
          path: request.url ?? '',
          text: Buffer.concat(chunks).toString(),
          key: request.headers['x-key'],
        });
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void collector.close());
    const { port } = collector.address() as AddressInfo;
    configure({ openTelemetry: { endpoint: `http://127.0.0.1:${port}/`, headers: { 'x-key': 'k' } } });
    expect(await run(CALL)).toMatchObject({ code: 0 });
    const spans = received.find(({ path }) => path === '/v1/traces');
    expect(spans).toMatchObject({ key: 'k', text: expect.stringContaining('execute_tool list_directory') });
    expect(spans?.text).toContain('"toolbox"');
    expect(received.find(({ path }) => path === '/v1/metrics')?.text).toContain('agent.tool.calls');
  }, 30_000);

  it('does not hold up a call for long if there is no collector', async () => {
    configure({ openTelemetry: { endpoint: 'http://127.0.0.1:9' } });
    const started = Date.now();
    expect(await run(CALL)).toMatchObject({ code: 0 });
    expect(Date.now() - started).toBeLessThan(20_000);
  }, 30_000);
});

describe('a log file', () => {
  it('is renamed when it has grown too large, so that it takes at most twice that', () => {
    const file = new LogFile(join(own, 'x.log'), { maxBytes: 30 });
    for (const line of ['one one one\n', 'two two two\n', 'three three\n']) file.write(line);
    expect(readFileSync(join(own, 'x.log.1'), 'utf8')).toBe('one one one\ntwo two two\n');
    expect(readFileSync(join(own, 'x.log'), 'utf8')).toBe('three three\n');
  });
});
